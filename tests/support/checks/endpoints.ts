import { globSync } from 'node:fs'
import type { Endpoint } from '#shared/kernel/endpoint.ts'

const shared = new URL('../../../src/shared/', import.meta.url)
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'audience' in value && 'path' in value
const files = globSync('**/*.contract.ts', { cwd: shared })
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(`${shared}${file}`)))

/** Every call of every contract. */
export const endpoints: readonly Endpoint[] = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)

/** `post /student/filters`, as the authority table names calls. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
