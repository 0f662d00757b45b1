import { defineConfig } from '@playwright/test'
import { launchShell } from './support/chromium.ts'

/** The trial of a release, which `npm run release:try` has built (`release/try-release.ts`): machines of its own, one after the other. */
export default defineConfig({
  testDir: './release',
  outputDir: '../test-results/release',
  workers: 1,
  forbidOnly: true,
  retries: 0,
  // A machine that starts a browser and a server at once is slow; each wait has its own limit.
  timeout: 45 * 60_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: { headless: true, launchOptions: launchShell(), serviceWorkers: 'allow', actionTimeout: 60_000 },
})
