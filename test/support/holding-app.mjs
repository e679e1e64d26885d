// node holding-app.mjs STATE: an app that holds everything of the first tap that comes, to be killed. Speaks the words of
// shared/tap/messages.ts by itself, so that it needs no build.
import { mkdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';

const [state = ''] = process.argv.slice(2);
const folder = path.join(state, 'tap');
mkdirSync(folder, { mode: 0o700 });
const address = path.join(folder, 'held.sock');
/** @param {net.Socket} socket @param {object} word */
const say = (socket, word) => socket.write(`${JSON.stringify(word)}\n`);
net
  .createServer((socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const said = JSON.parse(line);
        if (said.kind === 'hello') {
          say(socket, { kind: 'welcome', tap: 1 });
          say(socket, { kind: 'mode', mode: 'step' });
        } else if (said.held.length > 0) console.log('holding');
        else if (said.mode === 'step') console.log('stepping');
      }
    });
  })
  .listen(address, () => {
    writeFileSync(path.join(folder, 'app.json'), JSON.stringify({ tap: 1, address, key: 'k' }), {
      mode: 0o600,
    });
    console.log('listening');
  });
