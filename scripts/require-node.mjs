// The first import of every script that a person starts: says so when Node is too old, before anything else can fail
// in a less readable way. It must import nothing and use no new syntax.
const wanted = [20, 19];
const have = process.versions.node.split('.').map(Number);
const isTooOld = wanted.some(
  (part, i) => Number(have[i]) < part && wanted.slice(0, i).every((p, j) => have[j] === p),
);
if (isTooOld) {
  console.error(
    'Framescope needs Node ' + wanted.join('.') + ' or newer; this is Node ' + process.versions.node,
    '(' + process.execPath + ').\nInstall a newer one from https://nodejs.org or with your version manager,',
    'then run the command again.',
  );
  process.exit(1);
}

export {};
