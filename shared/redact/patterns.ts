// What secrets look like in a text, as data: each pattern finds one, and its group `secret` is what is masked; without that
// group all of it is. `hint` has to be in any text the pattern can match, so that most texts cost one look. Pure.

export interface PatternRule {
  /** As it is counted and shown. */
  readonly rule: string;
  /** With the flags g and d. */
  readonly pattern: RegExp;
  /** Without g; undefined: every text is looked at. */
  readonly hint?: RegExp;
  /** What was found counts as a secret wherever else it stands. */
  readonly teaches: boolean;
}

export const shapesRule = 'known shapes of tokens';
export const privateKeyRule = 'private keys';
export const assignedRule = 'secrets in texts';
export const authorizationRule = 'authorization and cookies';

const shapes = [
  'sk-[A-Za-z0-9_-]{16,}',
  '[rs]k_(?:live|test)_[0-9A-Za-z]{16,}',
  'gh[pousr]_[A-Za-z0-9]{20,}',
  'github_pat_[A-Za-z0-9_]{20,}',
  'glpat-[A-Za-z0-9_-]{16,}',
  'xox[abeoprs]-[A-Za-z0-9-]{10,}',
  '(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Za-z])',
  'AIza[0-9A-Za-z_-]{35}',
  'ya29\\.[0-9A-Za-z_-]{20,}',
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[A-Za-z0-9_-]{30,}',
  'hf_[A-Za-z0-9]{30,}',
  'dop_v1_[a-f0-9]{40,}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  'eyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*',
];

const assigned =
  'pass(?:word|wd|phrase|code)|secret|token|credentials?|api[_-]?key|private[_-]?key|secret[_-]?key|access[_-]?key';

export const defaultPatterns: readonly PatternRule[] = [
  {
    rule: privateKeyRule,
    pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/dg,
    hint: /PRIVATE KEY-----/,
    teaches: false,
  },
  {
    rule: authorizationRule,
    pattern:
      /\bauthorization\\?["']?\s{0,8}[:=]\s{0,8}\\?["']?(?<secret>(?:(?:basic|bearer|digest|token|negotiate|apikey)\s+)?[^\s"',;}\\]{3,})/dgi,
    hint: /authorization/i,
    teaches: true,
  },
  {
    rule: authorizationRule,
    pattern: /\b(?:bearer|basic)\s+(?<secret>[A-Za-z0-9\-._~+/]{12,}=*)/dgi,
    hint: /bearer|basic/i,
    teaches: true,
  },
  {
    rule: authorizationRule,
    pattern: /\bcookie\\?["']?\s{0,8}:\s{0,8}\\?["']?(?<secret>[^\r\n"']{3,})/dgi,
    hint: /cookie/i,
    teaches: false,
  },
  {
    rule: shapesRule,
    pattern: new RegExp(`(?<![A-Za-z0-9])(?:${shapes.join('|')})`, 'dg'),
    hint: /sk[-_]|rk_|gh[pousr]_|github_pat_|glpat-|xox|AKIA|ASIA|AIza|ya29|npm_|pypi-|hf_|dop_v1_|SG\.|eyJ/,
    teaches: true,
  },
  {
    rule: assignedRule,
    pattern: /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/]{0,200}:(?<secret>[^\s@/]{1,400})@/dgi,
    hint: /:\/\/.*@/s,
    teaches: true,
  },
  {
    rule: assignedRule,
    pattern:
      /[?&](?:access_token|refresh_token|id_token|token|api_?key|key|sig|signature|password|secret|client_secret|code)=(?<secret>[^&\s"'#\\]{6,})/dgi,
    hint: /[?&][a-z_]+=/i,
    teaches: true,
  },
  {
    rule: assignedRule,
    // The name may go on in front of the word, as in MY_SECRET; how far is bounded, so that no text takes long.
    pattern: new RegExp(
      `(?<![A-Za-z0-9_])[\\w.-]{0,40}?(?:${assigned})\\\\?["']?\\s{0,4}(?:=|:(?!//))\\s{0,4}\\\\?["']?(?<secret>[^\\s"',;&\\\\]{6,})`,
      'dgi',
    ),
    hint: /pass|secret|token|credential|key/i,
    teaches: true,
  },
];
