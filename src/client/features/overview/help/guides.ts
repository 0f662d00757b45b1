import type { Language } from '#shared/kernel/fields.ts'
import type { GuideBlock } from './guide.types.ts'

/** Guides for people who look after the server, in the order in which they are needed; files of these names stand in `src/guides`. */
export const guideNames = [
  'install',
  'certificate',
  'first-school',
  'tablets',
  'backup',
  'point-in-time',
  'keys',
  'upgrade',
] as const
export type GuideName = (typeof guideNames)[number]

export const isGuideName = (name: unknown): name is GuideName => guideNames.some((known) => known === name)

const files = import.meta.glob<{ guide: GuideBlock[] }>('../../../../guides/*/*.md')

/** Loads a guide. @throws Error when it cannot be loaded */
export async function loadGuide(name: GuideName, language: Language): Promise<GuideBlock[]> {
  const load = files[`../../../../guides/${language}/${name}.md`]
  if (!load) throw new Error(`there is no guide ${name} in ${language}`)
  return (await load()).guide
}
