import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { makeSbom } from './sbom.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('the list of what a release is made of', async () => {
  const bom = await makeSbom(root, '1.2.3')
  const names = new Set(bom.components.map(({ name }) => name))

  it('has every package that the product asks for, with its licence and hash, and none for developers alone', async () => {
    const { dependencies } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as Record<
      string,
      Record<string, string>
    >
    expect(Object.keys(dependencies ?? {}).filter((name) => !names.has(name))).toEqual([])
    expect(['react', 'zod', 'pg-protocol'].filter((name) => !names.has(name))).toEqual([])
    expect(['vitest', 'oxlint', 'playwright-core', 'drizzle-kit'].filter((name) => names.has(name))).toEqual([])
    const libraries = bom.components.filter((each) => 'hashes' in each)
    expect(libraries.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes[0]?.content ?? ''))).toEqual([])
    expect(libraries.filter(({ licenses }) => licenses[0]?.expression === 'NOASSERTION')).toEqual([])
    expect(bom.metadata.component).toMatchObject({ type: 'application', name: 'bawaba', version: '1.2.3' })
  })

  it('names only listed packages in what they depend on', () => {
    const refs = new Set<string | undefined>(bom.components.map(({ purl }) => purl)).add('bawaba@1.2.3')
    for (const { ref, dependsOn } of bom.dependencies)
      expect([ref, ...dependsOn].filter((each) => !refs.has(each))).toEqual([])
    const ofPg = bom.dependencies.find(({ ref }) => ref?.startsWith('pkg:npm/pg@'))
    expect(ofPg?.dependsOn.join(' ')).toMatch(/pg-protocol@\d/)
  })
})
