// The look of the report: the same tokens as the window, dark and light, in one sheet without anything from outside.

const dark =
  'color-scheme:dark;--chrome:#0e1012;--panel:#131518;--raised:#1a1d21;--sunken:#0b0d0f;--hover:#1f2328;--active:#262b30;' +
  '--line:#23272d;--line2:#363c45;--field:#69717d;--t1:#e7e9ec;--t2:#abb2bc;--t3:#8a929d;--accent:#8ab0ff;--accentbg:#1b2740;' +
  '--ext:#4ecdc0;--host:#bba3ff;--stderr:#cbb994;--fault:#ff8f85;--faultbg:#3a1c1b;--warn:#f5a962;--warnbg:#35220f;' +
  '--ok:#74d191;--okbg:#15301e;--jk:#9cc4ff;--js:#a5d6a0;--jn:#f0b982;--jl:#d8a7f0;--mark:#5a4510';
const light =
  'color-scheme:light;--chrome:#f2f3f5;--panel:#fff;--raised:#f8f9fa;--sunken:#f5f6f8;--hover:#eef0f3;--active:#e3e6ea;' +
  '--line:#e2e5e9;--line2:#c9ced5;--field:#808893;--t1:#15181c;--t2:#444c56;--t3:#5e6671;--accent:#2453c9;--accentbg:#e4ecfd;' +
  '--ext:#04695f;--host:#6236c9;--stderr:#6b5630;--fault:#b3211a;--faultbg:#fde8e6;--warn:#944300;--warnbg:#fdeddc;' +
  '--ok:#1a6e36;--okbg:#e0f4e6;--jk:#1f4fb3;--js:#1d6b31;--jn:#92480a;--jl:#7a2f9c;--mark:#fdf0cf';

export const reportStyle = `
:root{${light};--ui:"Inter",system-ui,-apple-system,"Segoe UI",sans-serif;--mono:"JetBrains Mono",ui-monospace,"SF Mono",Menlo,Consolas,monospace}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}
:root[data-theme=dark]{${dark}}
*{box-sizing:border-box}
html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;background:var(--panel);color:var(--t1);font:13px/20px var(--ui)}
[hidden]{display:none!important}
h1{margin:0;font-size:15px;line-height:24px;font-weight:600;overflow-wrap:anywhere}
.mono{font-family:var(--mono);font-size:12px}
.quiet{color:var(--t3)}
header{background:var(--chrome);border-bottom:1px solid var(--line);padding:12px 16px;display:flex;flex-direction:column;gap:8px}
.head{display:flex;gap:12px;align-items:baseline;flex-wrap:wrap}
.head button{margin-left:auto}
dl.facts{display:flex;flex-wrap:wrap;gap:2px 24px;margin:0}
dl.facts div{display:flex;gap:8px;min-width:0}
dl.facts dt{color:var(--t3)}
dl.facts dd{margin:0;overflow-wrap:anywhere}
.note{padding:6px 12px;border-radius:5px;background:var(--okbg);color:var(--ok);width:fit-content;max-width:100%;overflow-wrap:anywhere}
.note.warn{background:var(--warnbg);color:var(--warn)}
details.problems{max-height:180px;overflow:auto}
details.problems summary{cursor:pointer;color:var(--fault);font-weight:500}
details.problems ul{margin:4px 0 0;padding:0;list-style:none}
details.problems button{display:block;width:100%;border:0;text-align:left;height:auto;padding:2px 6px}
button,input{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--line2);border-radius:5px;height:28px;padding:0 10px}
button{cursor:pointer}
button:hover{background:var(--hover)}
:focus-visible{outline:2px solid var(--accent);outline-offset:-1px}
.bar{display:flex;gap:8px 12px;align-items:center;flex-wrap:wrap;padding:8px 16px;border-bottom:1px solid var(--line)}
.bar input[type=search]{flex:1;min-width:160px;border-color:var(--field)}
.bar label{display:flex;gap:6px;align-items:center;color:var(--t2)}
.bar input[type=checkbox]{height:auto;accent-color:var(--accent)}
main{flex:1;min-height:0;display:flex}
#list{flex:3;min-width:0;overflow:auto;position:relative;outline-offset:-2px}
#space{position:relative}
#window{position:absolute;inset:0 0 auto 0}
.row{height:24px;line-height:24px;display:flex;gap:12px;padding:0 16px;white-space:nowrap;cursor:default;border-left:3px solid transparent;font-family:var(--mono);font-size:12px}
.row:hover{background:var(--hover)}
.row[aria-selected=true]{background:var(--accentbg)}
.row.error{border-left-color:var(--fault)}
.row.warning{border-left-color:var(--warn)}
.row span{overflow:hidden;text-overflow:ellipsis;flex:none}
.row .seq{width:64px;color:var(--t3);text-align:right}
.row .at{width:92px;color:var(--t3);text-align:right}
.row .who{width:14px;text-align:center}
.row .type{width:168px;font-weight:500}
.row .took{width:76px;color:var(--t3);text-align:right}
.row .text{flex:1;color:var(--t2)}
.extension .who,.extension .type{color:var(--ext)}
.host .who,.host .type{color:var(--host)}
.stderr .who,.stderr .type{color:var(--stderr)}
.fact .type{color:var(--t2);font-weight:400}
mark{background:var(--mark);color:inherit;border-radius:2px}
#detail{flex:2;min-width:0;overflow:auto;border-left:1px solid var(--line);background:var(--raised);padding:12px 16px}
#detail h2{margin:0 0 4px;font-size:13px;line-height:20px}
#detail dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:8px 0}
#detail dt{color:var(--t3)}
#detail dd{margin:0;overflow-wrap:anywhere}
#detail pre{margin:8px 0 0;padding:12px;background:var(--sunken);border:1px solid var(--line);border-radius:5px;font:12px/20px var(--mono);white-space:pre-wrap;overflow-wrap:anywhere}
#detail .tabs{display:flex;gap:8px;margin-top:8px}
#detail .tabs button[aria-pressed=true]{background:var(--active);border-color:var(--accent)}
.j-key{color:var(--jk)}.j-str{color:var(--js)}.j-num{color:var(--jn)}.j-lit{color:var(--jl)}
.empty{padding:48px 16px;text-align:center;color:var(--t3)}
@media (max-width:760px){main{flex-direction:column}#detail{border-left:0;border-top:1px solid var(--line)}.row .took,.row .at{display:none}}
@media print{main,.bar,#list,#detail{display:block;overflow:visible}}
`;
