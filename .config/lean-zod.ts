import type { Plugin } from 'vite'

const jsonSchema = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/

/**
 * Removes zod's JSON Schema writer from browser bundles: every schema would include its 9 KB (gzip), and the client never exports
 * schemas. Each export becomes a no-op; parsing is unchanged.
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
