import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, PluginOption } from 'vite'

const demo = fileURLToPath(new URL('../src/demo/start.ts', import.meta.url))

/**
 * Provides the client's `virtual:demo`: the school that runs inside the tab in mock mode, and nothing in every other mode, so
 * that the client layer names neither the demo nor the server.
 */
export function mockMode(mode: string): Plugin {
  const id = '\0virtual:demo'
  if (mode === 'mock' && !existsSync(demo)) throw new Error('Mock mode needs src/demo/start.ts, which is not there yet')
  return {
    name: 'mock-mode',
    resolveId: (source) => (source === 'virtual:demo' ? (mode === 'mock' ? demo : id) : undefined),
    load: (module) => (module === id ? 'export const start = async () => {}' : undefined),
    // The browser itself requests these two, bypassing the page and so the school in the tab.
    transformIndexHtml: (html) => (mode === 'mock' ? html.replaceAll(/<link rel="(icon|manifest)"[^>]*>/g, '') : html),
  }
}

/** `--mode routes`: writes the route tree and builds nothing, for adding a route without a running dev server. */
export const routesOnly = ([router]: PluginOption[]): PluginOption[] => [
  router,
  {
    name: 'routes-only',
    enforce: 'post',
    config: () => ({ build: { write: false, rolldownOptions: { input: 'virtual:nothing' } } }),
    resolveId: (id) => (id === 'virtual:nothing' ? id : undefined),
    load: (id) => (id === 'virtual:nothing' ? '' : undefined),
  },
]
