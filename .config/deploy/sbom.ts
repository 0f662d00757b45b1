import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { placeOf } from './copy-packages.ts'

const Names = z.record(z.string(), z.string()).optional()

const Package = z.object({
  version: z.string().default(''),
  license: z.string().default('NOASSERTION'),
  integrity: z.string().default(''),
  dependencies: Names,
  optionalDependencies: Names,
  dev: z.boolean().default(false),
  devOptional: z.boolean().default(false),
})
type Package = z.infer<typeof Package>

const Lock = z.object({ packages: z.record(z.string(), Package) })

const nameAt = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
/** Package URL, in which the sign of a scope is escaped. */
const urlOf = (place: string, { version }: Package): string => `pkg:npm/${nameAt(place).replace('@', '%40')}@${version}`

/** Reads the hash of a package's archive, as the lock file keeps it in Base64. */
function hashesOf({ integrity }: Package) {
  const [, content] = /^sha512-(.+)$/.exec(integrity) ?? []
  return content === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }]
}

/**
 * Lists what a release is made of as a CycloneDX 1.6 document: every package of the lock file that is not for developers alone, with
 * version, licence, SHA-512 and what it depends on, and the Node that comes along. `npm sbom` leaves out what a package for
 * developers needs too, such as React.
 * @param root folder of the project
 * @param version version of the release
 */
export async function makeSbom(root: string, version: string) {
  const { packages } = Lock.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  const own = Object.entries(packages).filter(
    ([place, { dev, devOptional }]) => !dev && !devOptional && place !== 'node_modules/node',
  )
  const places = new Map(own.map(([place, each]) => [place, place === '' ? `bawaba@${version}` : urlOf(place, each)]))
  const node = process.version.slice(1)
  const libraries = own
    .filter(([place]) => place !== '')
    .map(([place, each]) => ({
      type: 'library',
      'bom-ref': urlOf(place, each),
      name: nameAt(place),
      version: each.version,
      purl: urlOf(place, each),
      hashes: hashesOf(each),
      licenses: [{ expression: each.license }],
    }))
  const dependencies = own.map(([place, each]) => ({
    ref: places.get(place),
    dependsOn: Object.keys({ ...each.dependencies, ...each.optionalDependencies })
      .map((name) => places.get(placeOf(packages, name, place) ?? 'nowhere'))
      .filter((ref) => ref !== undefined),
  }))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': `bawaba@${version}`, name: 'bawaba', version } },
    components: [
      // A package may lie in several folders.
      ...new Map(libraries.map((each) => [each.purl, each])).values(),
      { type: 'platform', name: 'node', version: node, purl: `pkg:generic/node@${node}` },
    ],
    dependencies: [...Map.groupBy(dependencies, ({ ref }) => ref)].map(([ref, each]) => ({
      ref,
      dependsOn: [...new Set(each.flatMap(({ dependsOn }) => dependsOn))].toSorted(),
    })),
  }
}
