// End-to-end tests: the built app in a real Electron, one after the other, on one display.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  reporter: 'list',
  outputDir: 'test-results/e2e',
});
