import { answers } from '#tests/support/face-kit.ts'
import { testForm } from '#tests/support/test-form.ts'

/** The id of everything that the walk's school has one of: a till, its device, an application, a student, a pupil … */
export const theirId = '0190a5a5-0000-7000-8000-00000000a001'
/** Stands in the names of all of it, so that an answer that tells of it to others is found out. */
export const theirName = 'Zubaida-of-Alnoor'

/** Fits every call: what a call does not know is left out. A call that wants a member more gets it here. */
export const anyInput = {
  id: theirId,
  tillId: theirId,
  deviceId: theirId,
  alertId: theirId,
  shiftId: theirId,
  submissionId: theirId,
  fileId: theirId,
  day: '2030-03-03',
  purpose: 'enquiry',
  slug: 'enquiry',
  revision: 0,
  from: null,
  title: { en: 'Form', ar: 'نموذج' },
  definition: testForm(),
  code: 'criteria-child',
  subject: 'Sara Al Mana',
  guardian: 'Hind Al Mana',
  email: 'hind@home.example',
  language: 'ar',
  purposes: ['photos'],
  again: false,
  decision: 'same',
  personId: theirId,
  otherId: theirId,
  decisionId: theirId,
  customerId: theirId,
  tenderId: theirId,
  objects: true,
  pays: false,
  pin: null,
  on: true,
  is: 'different',
  why: 'precaution',
  student_id: theirId,
  commandId: theirId,
  decidedAt: '2030-03-03T05:00:00.000Z',
  change: { kind: 'move', to: 'shortlisted' },
  answers,
  path: '/dashboard',
  version: 1,
  seen: 0,
  startedAt: '2030-03-03T05:00:00.000Z',
}
