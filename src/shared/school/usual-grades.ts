/** The grades that a school usually has, in their order, by the codes that forms and files use. It may have others. */
export const usualGrades: readonly string[] = [
  'PREKG',
  'KG1',
  'KG2',
  ...Array.from({ length: 12 }, (_, no) => String(no + 1)),
]
