// chunk: desk-calls
/**
 * What a merge field holds. `text` may differ by language, `name` is kept in both scripts, `code` (a reference, a number, a
 * mail or web address) and `phone` read from left to right everywhere and are never broken.
 */
export type FieldKind = 'text' | 'name' | 'day' | 'money' | 'count' | 'code' | 'phone' | 'list' | 'table' | 'signature'

/** Every field that a letter may name. A name is for ever: templates of schools are kept with it. */
export const letterFields = {
  'school.name': 'text',
  'school.address': 'text',
  'school.phone': 'phone',
  'school.email': 'code',
  'school.website': 'code',
  'school.head': 'name',
  'school.registrar': 'name',

  'student.name': 'name',
  'student.birthDate': 'day',
  'student.nationality': 'text',
  'student.number': 'code',
  'student.class': 'text',
  'student.previousSchool': 'text',

  'guardian.name': 'name',
  'guardian.relation': 'text',
  'guardian.phone': 'phone',
  'guardian.email': 'code',
  'guardian.address': 'text',
  'guardian2.name': 'name',

  'application.reference': 'code',
  'application.receivedOn': 'day',
  'application.answers': 'table',
  'application.waitingPlace': 'count',
  'application.waitingSince': 'day',
  'application.reason': 'text',

  'letter.reference': 'code',
  'letter.date': 'day',
  'letter.signedBy': 'name',
  'letter.signerRole': 'text',
  'letter.link': 'code',

  'offer.reference': 'code',
  'offer.grade': 'text',
  'offer.stream': 'text',
  'offer.campus': 'text',
  'offer.curriculum': 'text',
  'offer.year': 'code',
  'offer.startDate': 'day',
  'offer.expiresOn': 'day',
  'offer.currency': 'text',
  'offer.deposit': 'money',
  'offer.depositDueOn': 'day',
  'offer.yearFees': 'money',
  'offer.fees': 'table',
  'offer.conditions': 'list',
  'offer.conditionsDueOn': 'day',
  'offer.documents': 'list',
  'offer.note': 'text',

  'documents.promised': 'text',

  'fees.open': 'money',
  'fees.items': 'text',
  'fees.code': 'code',

  'account.signUp': 'code',

  'consent.answers': 'table',
  'consent.language': 'text',
  'consent.decidedOn': 'day',
  'consent.reference': 'code',

  'face.enrolledOn': 'day',
  'face.deletedOn': 'day',
  'face.reason': 'text',
  'face.devices': 'table',
  'face.reference': 'code',

  'report.title': 'text',
  'report.period': 'text',
  'report.grades': 'table',
  'report.attendance': 'table',
  'report.findings': 'table',
  'report.documents': 'table',
  'report.comment': 'text',
  'report.teacher': 'name',

  'sign.school': 'signature',
  'sign.guardian': 'signature',
  'sign.guardian2': 'signature',
} as const satisfies Record<string, FieldKind>

export type LetterField = keyof typeof letterFields

/** Most rows that a table on paper may have; more belong into a table file. */
export const maxRows = 2000
