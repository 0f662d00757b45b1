/** What a seal is bound to: it opens for this school, this pupil, this operation and this pipeline, and for no other. */
export const faceSealBinding = (of: { school: string; customerId: string | null; id: string; pipeline: string }) =>
  `bawaba-face-1\n${of.school}\n${of.customerId ?? '-'}\n${of.id}\n${of.pipeline}`

/** What the seal of its picture is bound to. */
export const facePictureBinding = (of: Parameters<typeof faceSealBinding>[0]): string =>
  `${faceSealBinding(of)}\npicture`
