import { fileURLToPath } from 'node:url'

const compiled = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url))

/** The environment of a process of the project: these settings and no others of this machine. What was compiled once is kept. */
export const childEnv = (settings: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: compiled,
  ...settings,
})
