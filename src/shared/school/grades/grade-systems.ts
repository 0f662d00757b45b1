/** How grades are counted: kindergarten and Grades 1 to 12, or the British foundation and Years 1 to 13. */
export const gradeSystems = ['grades', 'years'] as const
export type GradeSystem = (typeof gradeSystems)[number]
