import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'vite'
import { packageFolder } from '../notices.ts'

/** What a release starts, each by its own file; commands by the name that `bawaba` knows. */
const entries = [
  'src/server/main',
  'src/server/node/pglite-worker',
  'src/server/node/typesetter/typesetter-worker',
  'src/server/node/commands/backup',
  'src/server/node/commands/restore',
  'src/server/node/commands/schools',
  'src/server/node/commands/setup-link',
  'src/server/node/commands/provider',
  'src/server/node/commands/certificate',
  'src/server/db/move',
]

/** Packages that load files of their own at run time, so they stay packages. */
export const loadsFiles = [
  '@electric-sql/pglite',
  '@expo-google-fonts/ibm-plex-sans-arabic',
  '@expo-google-fonts/noto-sans',
  '@myriaddreamin/typst-ts-web-compiler',
]

/** The native typesetter, one package for each processor. */
export const typesetterOf = (arch: string): string => `@myriaddreamin/typst-ts-node-compiler-linux-${arch}-gnu`

const chunkFolder = 'src/server/chunks'
/** Stands for the address of the release's folder until it is known which file the module went into. */
const rootMark = '__RELEASE_ROOT__'

/** Modules keep their own address, by which they find migrations, templates and workers, whichever file they are bundled into. */
const keepAddresses = (root: string): Plugin => ({
  name: 'keep-addresses',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(root, 'src')) || !code.includes('import.meta.url')) return undefined
    const address = `new URL(${JSON.stringify(relative(root, id))}, ${rootMark}).href`
    return code
      .replaceAll(/(new URL\('[^']*)\.ts', import\.meta\.url/g, "$1.js', import.meta.url")
      .replaceAll('import.meta.url', address)
  },
  renderChunk(code, { fileName }) {
    const up = `${relative(dirname(fileName), '')}/`
    return code.replaceAll(rootMark, `new URL(${JSON.stringify(up)}, import.meta.url)`)
  },
})

/**
 * Bundles the server and its commands into plain JavaScript below `out`, at the paths of their sources.
 * @returns folders of the packages whose code is in it
 */
export async function bundleServer(root: string, out: string): Promise<string[]> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [keepAddresses(root)],
    ssr: { noExternal: true, external: [...loadsFiles, typesetterOf(process.arch)] },
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [entry, join(root, `${entry}.ts`)])),
        // An optional part of pg that nobody installs.
        external: ['pg-native'],
        output: { entryFileNames: '[name].js', chunkFileNames: `${chunkFolder}/[name]-[hash].js` },
      },
    },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const modules = outputs.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  return [...new Set(modules.flatMap((id) => packageFolder(id) ?? []))].toSorted()
}
