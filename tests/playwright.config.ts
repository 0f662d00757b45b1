import { defineConfig } from '@playwright/test'
import { launchShell } from './support/chromium.ts'

/** One browser at a time on the built client. The server is the tests' own (`e2e/stage.ts`): they stop and restart it. */
export default defineConfig({
  testDir: './e2e',
  globalSetup: './support/global-browser-setup.ts',
  outputDir: '../test-results',
  workers: 2,
  // Test by test, so that no worker is left with the longest file.
  fullyParallel: true,
  forbidOnly: true,
  // On a shared machine a browser may starve for seconds. What does not pass at the first try is counted and said at the end.
  retries: process.env['CI'] ? 2 : 0,
  // Longer than a slow machine takes: a machine at half of the usual speed starves a page for more than ten seconds.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  projects: [
    { name: 'built', testIgnore: 'modes.spec.ts' },
    // Served as modules from the sources, and with the server in the tab, each page takes its time.
    { name: 'sources', testMatch: 'modes.spec.ts', expect: { timeout: 60_000 }, use: { actionTimeout: 60_000 } },
  ],
  use: {
    headless: true,
    launchOptions: launchShell(),
    serviceWorkers: 'allow',
    screenshot: 'only-on-failure',
    trace: 'off',
    actionTimeout: 30_000,
  },
})
