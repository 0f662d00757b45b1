import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { configDefaults, defineConfig } from 'vitest/config'
import { faceAssets } from './.config/face-assets.ts'
import { guides } from './.config/guides.ts'
import { leanRoutes } from './.config/lean-routes.ts'
import { leanZod } from './.config/lean-zod.ts'
import { mantineCss } from './.config/mantine-css.ts'
import { mockMode, routesOnly } from './.config/modes.ts'
import { notices } from './.config/notices.ts'
import { paintFirst } from './.config/paint-first.ts'
import { parts } from './.config/parts.ts'
import { theme } from './src/client/theme/theme.ts'

if (Number(process.versions.node.split('.')[0]) < 22) {
  throw new Error(
    `Node ${process.version} is too old here: run through npm scripts, which use the project's own Node 24`,
  )
}

/** The server behind `npm run dev`; `.config/dev.ts` starts it there. */
const server = { target: `http://127.0.0.1:${process.env.SERVER_PORT ?? '3001'}`, changeOrigin: false }
const serverPaths = ['/api', '/locales/add', '/manifest.webmanifest', '/branding', '/healthz', '/captcha.html']

const client = (mode: string) => [
  tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    routesDirectory: 'src/client/routes',
    generatedRouteTree: 'src/client/routeTree.gen.ts',
    quoteStyle: 'single',
  }),
  react(),
  mantineCss(theme),
  mockMode(mode),
  guides(),
  leanZod(),
  leanRoutes(),
  paintFirst(),
  faceAssets(),
  notices(),
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'sw.ts',
    injectRegister: false,
    manifest: false,
    injectManifest: {
      buildPlugins: { vite: [leanZod(), notices()] },
      globPatterns: ['index.html', 'boot.js', 'assets/**/*.{js,css,woff2,svg}', 'locales/**/*.json'],
      // A hundred kilobytes that most who come here never need: who does keeps it with the models (sw/runtime.ts).
      globIgnores: ['assets/face-worker-*.js'],
      dontCacheBustURLsMatching: /^assets\//,
      maximumFileSizeToCacheInBytes: 3_000_000,
    },
    devOptions: { enabled: Boolean(process.env.SW_DEV), type: 'module', navigateFallback: 'index.html' },
  }),
]

/** Pages that a family may open by a link, on a phone that has never been here. */
const isOpenedFirst = (module: string | null | undefined): boolean =>
  /\/client\/(routes\/(?!_authenticated\/|_plain\/pos-display)|features\/forms\/fill\/(open|long)-form-screen)/.test(
    module ?? '',
  )

/**
 * Which parts a chunk is made of stands in everybody's first load, so that all of them can be fetched at once. Only pages that
 * are opened first are worth that, the frame of everything behind the sign-in, and the page where staff begin their day, as far as the page before it has not asked for
 * them: the others find their parts one after the other.
 */
const partsToFetchAtOnce = (file: string, parts: string[], { hostType }: { hostType: 'html' | 'js' }) => {
  if (file.startsWith('assets/dashboard-'))
    return parts.filter((part) => !/\/(rolldown|vendor|frame|settle)/.test(part))
  return hostType === 'html' || /^assets\/(first\/|screen-)/.test(file) ? parts : []
}

export default defineConfig(({ mode }) => ({
  plugins: process.env.VITEST ? [mantineCss(theme)] : mode === 'routes' ? routesOnly(client(mode)) : client(mode),
  define: { __BUILD__: JSON.stringify(process.env.BUILD ?? process.env.npm_package_version ?? 'dev') },
  // React has had it itself since 18: what stands in for it is for those before.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  server: {
    allowedHosts: ['.localhost'],
    proxy: Object.fromEntries(serverPaths.map((path) => [path, server])),
  },
  // Mock mode runs the server in a worker; pre-bundling would separate PGlite from its wasm files.
  worker: { format: 'es', plugins: () => [notices()] },
  optimizeDeps: { exclude: ['@electric-sql/pglite'] },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false, resolveDependencies: partsToFetchAtOnce },
    // Under font-src and img-src 'self' a file turned into a data: address would be refused.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // How long plugins took says nothing to a school's IT team that builds a release on its own server.
      checks: { bundlerTimings: false },
      // Making a schema has no effect but the schema: one that nobody uses goes, and zod with the last of them.
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'command'] },
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${isOpenedFirst(facadeModuleId) ? 'first/' : ''}[name]-[hash:7].js`,
        // Six or seven of 64 signs tell any two versions of a file apart. Every page's first load names all the others, and pays
        // for each sign of them: sheets of styles go by their sign alone.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: parts,
        },
      },
    },
  },
  test: {
    setupFiles: ['tests/support/console.ts'],
    // What is waited for comes late on a busy machine; one second, as by default, is soon over there.
    expect: { poll: { timeout: 15_000 } },
    // A property tries hundreds of cases: the five seconds by default are soon over there, too.
    testTimeout: 20_000,
    exclude: [...configDefaults.exclude, 'tests/e2e/**'],
    // What waits for other processes may be late on a busy machine; a second try is counted and said (run-all.ts).
    retry: process.env['CI'] ? 1 : 0,
    // One less than there are cores, which is what is taken otherwise, would be half of a machine with two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          environment: 'node',
          // Pure: none of them changes the world around it, and a process for each took longer than all their tests.
          isolate: false,
          include: ['src/shared/**/*.test.ts', 'src/server/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          environment: 'node',
          include: ['src/client/**/*.test.{ts,tsx}', '.config/**/*.test.ts', 'tests/support/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'local',
          isolate: false,
          setupFiles: ['tests/support/fresh-storage.ts'],
          environment: 'node',
          include: ['src/local/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'flows',
          // A school's server and a till are loaded once and not once for each file, which took a fifth of the run. Each file
          // makes its own databases and devices; what it changes of the process it puts back.
          isolate: false,
          setupFiles: ['tests/support/fresh-storage.ts'],
          environment: 'node',
          include: ['tests/flows/**/*.test.ts'],
          globalSetup: existsSync('tests/support/global-setup.ts') ? ['tests/support/global-setup.ts'] : [],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: 'sim', environment: 'node', include: ['tests/sim/**/*.test.ts'], testTimeout: 60_000 },
      },
      {
        extends: true,
        // After the others: whole servers want the machine for themselves.
        test: {
          name: 'servers',
          environment: 'node',
          include: ['tests/servers/**/*.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
}))
