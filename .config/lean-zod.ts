import type { Plugin } from 'vite'

const jsonSchema = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/

/**
 * Leaves zod's JSON Schema writer out of what browsers download: every schema drags its 9 KB (gzip) along, and nothing on
 * the client describes schemas to others. Each export becomes a function that does nothing, parsing is untouched.
 */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    transform: {
      filter: { id: jsonSchema },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
        if (names.length === 0) throw new Error('zod has moved its JSON Schema writer: look at .config/lean-zod.ts')
        const stubs = names.map((name) => `export const ${name} = () => undefined`)
        const renamed = /export \{ (\w+) as (\w+) \}/.exec(code)
        if (renamed) stubs.push(`export const ${renamed[2]} = () => undefined`)
        return { code: stubs.join('\n'), map: null }
      },
    },
  }
}
