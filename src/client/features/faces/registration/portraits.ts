import { troubleKindOf } from '#local/recognition/face-trouble.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import { maxSamples, portraitsFault } from '#shared/recognition/face-enrolment.rules.ts'
import type { Look } from '#shared/recognition/face-look.types.ts'
import { enrolHint, type FaceHint } from '#shared/recognition/face-quality.rules.ts'

/** The pictures of one pupil in a folder: `240117.jpg`, `240117-2.jpg`. */
export interface Portrait {
  /** The part of the names that says whose they are, as it was written. */
  admissionNo: string
  files: readonly File[]
}

const isPicture = (file: File): boolean => /\.(jpe?g|png|webp)$/i.test(file.name)

/** Groups a folder's pictures by pupil, in the order of their numbers; whatever else lies in the folder is left alone. */
export function parsePortraits(files: readonly File[]): Portrait[] {
  const byNumber = Map.groupBy(files.filter(isPicture), ({ name }) => numberIn(name))
  return [...byNumber]
    .map(([admissionNo, pictures]) => ({ admissionNo, files: pictures.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }))
    .toSorted((a, b) => a.admissionNo.localeCompare(b.admissionNo, 'en', { numeric: true }))
}

/** A last "-2", "_2" or " (2)" counts a pupil's pictures; longer groups of digits belong to the number. */
const numberIn = (fileName: string): string =>
  latinDigits(fileName.replace(/\.[^.]*$/, ''))
    .trim()
    .replace(/(?:[-_ ]\d{1,2}|\s*\(\d{1,2}\))$/, '')

/** Why a pupil was not registered; a hint of the camera's own gate where the picture is not good enough. */
export type PortraitRefusal =
  | 'unknown-number'
  | 'no-consent'
  | 'registered'
  | 'waiting'
  | 'unreadable'
  | 'mixed'
  | 'alike'
  | 'not-saved'
  | Exclude<FaceHint, 'good'>

export type PortraitOutcome =
  | { admissionNo: string; registered: true }
  | { admissionNo: string; registered: false; why: PortraitRefusal }

export interface PortraitParts {
  pupil(admissionNo: string): Customer | undefined
  mayEnrol(customerId: string): boolean
  /** Whether the server has a face that is good for long, or this tablet has one on its way there. */
  standing(customerId: string): 'registered' | 'waiting' | null
  /** @throws FaceTrouble where nothing can be looked at now; anything else where it is no picture */
  look(file: File): Promise<Look>
  /** Whether the samples could be somebody else's who is registered. */
  isAlike(customerId: string, samples: readonly Float32Array[]): boolean
  /** Resolves once it is saved. */
  enrol(customerId: Customer['id'], samples: readonly Float32Array[]): Promise<void>
}

/** One pupil's pictures: registered, or the first reason why not. A picture that is refused does no harm to a better one. @throws FaceTrouble */
export async function registerPortrait(parts: PortraitParts, portrait: Portrait): Promise<PortraitOutcome> {
  const { admissionNo } = portrait
  const refused = (why: PortraitRefusal): PortraitOutcome => ({ admissionNo, registered: false, why })
  const pupil = parts.pupil(admissionNo)
  if (!pupil) return refused('unknown-number')
  // Before any picture is even read.
  if (!parts.mayEnrol(pupil.id)) return refused('no-consent')
  const standing = parts.standing(pupil.id)
  if (standing) return refused(standing)
  const { samples, problem } = await samplesOf(parts, portrait)
  if (samples.length === 0) return refused(problem ?? 'unreadable')
  if (portraitsFault(samples)) return refused('mixed')
  if (parts.isAlike(pupil.id, samples)) return refused('alike')
  try {
    await parts.enrol(pupil.id, samples)
  } catch {
    return refused('not-saved')
  }
  return { admissionNo, registered: true }
}

/** A recogniser that has failed says nothing of the picture: it is looked at again when it goes on. */
function unlessTrouble(error: unknown): undefined {
  if (troubleKindOf(error) !== null) throw error
}

async function samplesOf(parts: PortraitParts, { files }: Portrait) {
  const samples: Float32Array[] = []
  let problem: PortraitRefusal | undefined
  for (const file of files.slice(0, maxSamples)) {
    const look = await parts.look(file).catch(unlessTrouble)
    const hint = look ? enrolHint(look, look) : 'unreadable'
    const descriptor = look?.faces[0]?.descriptor
    if (hint === 'good' && descriptor) samples.push(descriptor)
    else problem ??= hint === 'good' ? 'nobody' : hint
  }
  return { samples, problem }
}
