// Puts the window together: styles, the bridge, the app's state, the root component. No policy.

import { mount } from 'svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { connect, onFault } from './bridge.ts';
import { AppState } from './state/app.svelte.ts';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

const app = new AppState(connect());
onFault((words) =>
  app.say({
    code: 'internal',
    message: `A fault in the window: ${words}`,
    fix: 'What was recorded is safe on disk. Please report it.',
  }),
);
mount(App, { target, props: { app } });
