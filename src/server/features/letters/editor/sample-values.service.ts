import { availableFields } from '#shared/letters/letter-available-fields.rules.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import type { LetterValues, ValueRow } from '#shared/letters/letter-values.rules.ts'

const money = (minor: number) => ({ money: { minor, currency: 'QAR' as const } })

const fees: ValueRow[] = [
  {
    label: { en: 'Registration', ar: 'رسوم التسجيل' },
    values: [money(150_000), { text: { en: 'Paid', ar: 'مسددة' } }],
  },
  {
    label: { en: 'Tuition, first term', ar: 'الرسوم الدراسية، الفصل الأول' },
    values: [money(1_450_000), { day: '2027-08-15' }],
  },
  {
    label: { en: 'Tuition, second term', ar: 'الرسوم الدراسية، الفصل الثاني' },
    values: [money(1_087_500), { day: '2028-01-09' }],
  },
  {
    label: { en: 'Tuition, third term', ar: 'الرسوم الدراسية، الفصل الثالث' },
    values: [money(1_087_500), { day: '2028-04-02' }],
  },
  { label: { en: 'Books and materials', ar: 'الكتب والمستلزمات' }, values: [money(98_050), { day: '2027-08-15' }] },
  { label: { en: 'Total', ar: 'المجموع' }, values: [money(3_873_050)], strong: true },
]

const decided = (agrees: boolean) => ({
  text: agrees ? { en: 'Agreed', ar: 'موافق' } : { en: 'Not agreed', ar: 'غير موافق' },
})

/** Sample family and child with every value our letters can contain. */
export const sampleValues: LetterValues = {
  'school.name': { en: 'Al Noor International School', ar: 'مدرسة النور الدولية' },
  'school.address': { en: 'Al Waab Street, Doha, Qatar', ar: 'شارع الوعب، الدوحة، قطر' },
  'school.phone': '+974 4000 0000',
  'school.email': 'admissions@alnoor.example',
  'school.website': 'www.alnoor.example',
  'student.name': { latin: 'Layla Khalid Al-Mansouri', arabic: 'ليلى خالد المنصوري' },
  'student.birthDate': '2015-03-09',
  'student.nationality': { en: 'Qatar', ar: 'قطر' },
  'student.number': '20270417',
  'student.class': { en: '7-B', ar: '7-ب' },
  'guardian.name': { latin: 'Khalid Saeed Al-Mansouri', arabic: 'خالد سعيد المنصوري' },
  'guardian.relation': { en: 'Father', ar: 'الأب' },
  'guardian.phone': '+974 5512 3456',
  'application.reference': 'K7M-3PX-9',
  'application.receivedOn': '2026-10-04',
  'application.waitingPlace': 3,
  'application.reason': {
    en: 'all seats in Grade 7 have been given to brothers and sisters of our pupils.',
    ar: 'مُنحت مقاعد الصف السابع كلها لإخوة طلابنا وأخواتهم.',
  },
  'application.answers': [
    {
      label: { en: 'Name as in the passport', ar: 'الاسم كما في جواز السفر' },
      values: [{ text: 'Layla Khalid Al-Mansouri' }],
    },
    { label: { en: 'Name in Arabic', ar: 'الاسم بالعربية' }, values: [{ text: 'ليلى خالد المنصوري' }] },
    { label: { en: 'Date of birth', ar: 'تاريخ الميلاد' }, values: [{ day: '2015-03-09' }] },
    { label: { en: 'Mobile', ar: 'الجوال' }, values: [{ code: '+974 5512 3456' }] },
    {
      label: { en: 'Languages at home', ar: 'لغات البيت' },
      values: [{ text: { en: 'Arabic, English', ar: 'العربية والإنجليزية' } }],
    },
    { label: { en: 'Sisters or brothers here', ar: 'إخوة في المدرسة' }, values: [{ count: 2 }] },
  ],
  'letter.date': '2026-11-22',
  'letter.signedBy': { latin: 'Dr Helen Whitmore', arabic: 'د. هيلين ويتمور' },
  'letter.signerRole': { en: 'Head of School', ar: 'مديرة المدرسة' },
  'offer.reference': 'OFR-2026-00417',
  'offer.grade': { en: 'Grade 7', ar: 'الصف السابع' },
  'offer.campus': { en: 'Main campus', ar: 'المقر الرئيسي' },
  'offer.curriculum': { en: 'International Baccalaureate', ar: 'البكالوريا الدولية' },
  'offer.year': '2027/28',
  'offer.startDate': '2027-08-29',
  'offer.expiresOn': '2026-12-06',
  'offer.currency': { en: 'QAR', ar: 'ر.ق' },
  'offer.deposit': { minor: 250_000, currency: 'QAR' },
  'offer.depositDueOn': '2026-12-13',
  'offer.fees': fees,
  'offer.conditions': [
    { en: 'The report of Grade 6 with no subject failed', ar: 'شهادة الصف السادس دون رسوب في أي مادة' },
    { en: 'The transfer certificate, stamped by the Ministry', ar: 'شهادة الانتقال مصدّقة من الوزارة' },
    {
      en: 'A placement test in English on a day of your choice',
      ar: 'اختبار تحديد المستوى في الإنجليزية في يوم تختارونه',
    },
  ],
  'offer.conditionsDueOn': '2027-06-30',
  'offer.documents': [
    { en: 'Birth certificate and passport, with copies', ar: 'شهادة الميلاد وجواز السفر مع صور منهما' },
    { en: 'Vaccination record', ar: 'سجل التطعيمات' },
  ],
  'consent.answers': [
    { label: { en: 'Photos of school life', ar: 'صور من الحياة المدرسية' }, values: [decided(true)] },
    { label: { en: 'School trips in the city', ar: 'الرحلات المدرسية داخل المدينة' }, values: [decided(true)] },
    { label: { en: 'Recognising the face at the till', ar: 'التعرف إلى الوجه عند الدفع' }, values: [decided(false)] },
  ],
  'consent.language': { en: 'Arabic', ar: 'العربية' },
  'consent.decidedOn': '2026-11-20',
  'consent.reference': 'CNS-2026-0093',
  'face.enrolledOn': '2026-09-14',
  'face.deletedOn': '2026-11-22',
  'face.reason': { en: 'Consent withdrawn', ar: 'سحب الموافقة' },
  'face.reference': 'FCD-2026-0007',
  'face.devices': [
    { label: { en: 'Self-service 03', ar: 'الخدمة الذاتية 03' }, values: [{ day: '2026-11-22' }] },
    { label: { en: 'Front desk 05', ar: 'مكتب الاستقبال 05' }, values: [{ day: '2026-11-22' }] },
  ],
  'report.title': { en: 'Report for the first term', ar: 'تقرير الفصل الدراسي الأول' },
  'report.period': { en: 'August to December 2027', ar: 'من أغسطس إلى ديسمبر 2027' },
  'report.teacher': { latin: 'Rania Haddad', arabic: 'رانيا حداد' },
  'report.findings': [
    {
      label: { en: 'Admission assessment', ar: 'اختبار القبول' },
      values: [{ code: '78.5 %' }, { day: '2026-11-10' }],
    },
    {
      label: { en: 'Interview', ar: 'مقابلة' },
      values: [{ text: { en: 'Took place', ar: 'تمّ' } }, { day: '2026-11-12' }],
    },
  ],
  'report.documents': [
    { label: { en: 'Birth certificate', ar: 'شهادة الميلاد' }, values: [{ text: { en: 'Approved', ar: 'معتمد' } }] },
    {
      label: { en: 'Report of the last school', ar: 'شهادة آخر مدرسة' },
      values: [{ text: { en: 'Promised', ar: 'بتعهد' } }],
    },
  ],
  'report.grades': [
    {
      label: { en: 'Arabic', ar: 'اللغة العربية' },
      values: [
        { text: 'A' },
        { text: { en: 'Reads with understanding and writes vividly.', ar: 'تقرأ بفهم وتكتب بحيوية.' } },
      ],
    },
    {
      label: { en: 'Mathematics', ar: 'الرياضيات' },
      values: [
        { text: 'B+' },
        { text: { en: 'Sure with fractions; asks good questions.', ar: 'متمكنة من الكسور وتطرح أسئلة جيدة.' } },
      ],
    },
    {
      label: { en: 'Science', ar: 'العلوم' },
      values: [{ text: 'A-' }, { text: { en: 'Careful in experiments.', ar: 'دقيقة في التجارب.' } }],
    },
  ],
  'report.attendance': [
    { label: { en: 'Present', ar: 'حاضر' }, values: [{ count: 71 }] },
    { label: { en: 'Absent, excused', ar: 'غائب بعذر' }, values: [{ count: 2 }] },
  ],
  'report.comment': {
    en: 'Layla helps others without being asked. She is ready for harder books.',
    ar: 'تساعد ليلى زميلاتها من غير أن يُطلب منها، وهي مستعدة لكتب أصعب.',
  },
  'sign.guardian': {
    name: 'Khalid Al-Mansouri',
    day: '2026-11-22',
    strokes: [
      [80, 260, 140, 120, 180, 300, 240, 110, 300, 280, 380, 180, 460, 240],
      [470, 240, 560, 140, 640, 250, 760, 190, 900, 210],
    ],
  },
}

/** Reference field of each letter; offers have their own. */
const references = new Map<LetterKind, string>([
  ['consent-form', 'CNS-2026-0093'],
  ['face-deletion', 'FCD-2026-0007'],
  ['student-report', '20270417'],
  ['admission-form', 'K7M-3PX-9'],
  ['waiting-list', 'K7M-3PX-9'],
  ['rejection', 'K7M-3PX-9'],
])
export const sampleReference = (kind: LetterKind): string => references.get(kind) ?? 'OFR-2026-00417'

/** What every letter takes from its school, previews too. */
const isOfSchool = (field: string) => field.startsWith('school.') || field.startsWith('letter.sign')

/** Returns sample values for every field of this kind of letter but those of the school. */
export function samplesFor(kind: LetterKind): LetterValues {
  const { always, sometimes } = availableFields(kind)
  const known = new Set<string>([...always, ...sometimes])
  const all = { ...sampleValues, 'letter.reference': sampleReference(kind) }
  return Object.fromEntries(Object.entries(all).filter(([field]) => known.has(field) && !isOfSchool(field)))
}
