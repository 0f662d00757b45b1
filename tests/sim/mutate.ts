import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Mutant } from './mutants.ts'

/**
 * From now on `mutant.file` is loaded broken. To be called before anything imports it.
 * @throws Error while loading, when what should be replaced is not there exactly once: the mutant is out of date
 */
export function mutate({ file, find, replace }: Mutant): void {
  const target = pathToFileURL(resolve(file)).href
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      if (url !== target) return loaded
      if (!loaded.source) throw new Error(`nothing was loaded from ${file}`)
      const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
      const parts = source.split(find)
      if (parts.length !== 2) throw new Error(`stale mutant: found ${parts.length - 1} times in ${file}: ${find}`)
      return { ...loaded, source: parts.join(replace) }
    },
  })
}
