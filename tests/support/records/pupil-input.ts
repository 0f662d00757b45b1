/** Input of the calls about pupils and their classes. */
export const pupilInput = (theirId: string) => ({
  schoolClass: { id: theirId, year: 2030, grade: '5', name: { en: '5-A', ar: '5-أ' } },
  classId: theirId,
  leftOn: '2030-03-03',
  leaveReason: 'other',
  cardNo: '4711',
  end: 'lost',
  customerIds: [theirId],
  moves: [],
  staying: [],
  fromYear: 2030,
  preview: 'of-nothing',
})
