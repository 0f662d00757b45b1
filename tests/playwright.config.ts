import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { launchOptions } from './support/chromium.ts'

const port = 4310
const dataDir = resolve(import.meta.dirname, '../.tmp/e2e-data')

// The config is read again by every worker; only the first reading, before the server starts, may clear its folder.
if (process.env.TEST_WORKER_INDEX === undefined) rmSync(dataDir, { recursive: true, force: true })

/** The real server on its own folder with the two demo schools, the built client, one browser at a time. */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://alnoor.localhost:${port}`,
    headless: true,
    launchOptions: launchOptions(),
    serviceWorkers: 'allow',
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  webServer: {
    command: 'node .config/start.ts',
    cwd: resolve(import.meta.dirname, '..'),
    url: `http://127.0.0.1:${port}/readyz`,
    env: { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    reuseExistingServer: false,
    stdout: 'ignore',
  },
})
