import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const file = (name: string): string => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${name}`))

/** By weight, in the order in which the template names the families: what the first lacks, the second has to have. */
const families = {
  regular: [
    file('ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'),
    file('noto-sans/400Regular/NotoSans_400Regular.ttf'),
  ],
  bold: [
    file('ibm-plex-sans-arabic/700Bold/IBMPlexSansArabic_700Bold.ttf'),
    file('noto-sans/700Bold/NotoSans_700Bold.ttf'),
  ],
}

export interface LetterFonts {
  regular: readonly Uint8Array[]
  bold: readonly Uint8Array[]
}

const readAll = (paths: readonly string[]) => Promise.all(paths.map((path) => readFile(path)))

/**
 * The fonts of our letters, from packages, so that every machine has the same. Noto's Arabic is not among them: what is copied
 * out of a document that was set in it can't be read.
 */
export const readLetterFonts = async (): Promise<LetterFonts> => ({
  regular: await readAll(families.regular),
  bold: await readAll(families.bold),
})
