import type { Section } from '#shared/forms/form-definition.contract.ts'
import { chose, day, email, must, neededWhen, one, phone, s1, s2, s3, text, yes, yesNo } from '../form-fields.ts'
import { choice, type FormSetting, words } from '../form-words.ts'
import { attestationStates, relations, visaStates } from '../people-words.ts'

/** The school writes to the person who fills it in; guardians are asked for later, each with numbers of their own. */
export const writerSection: Section = {
  key: 'writer',
  isOfFamily: true,
  title: words('Your details', 'من يملأ الطلب'),
  parts: [
    text('writer_name', 'Your name', 'اسمك', { ...must, ...s1, autocomplete: 'name' }),
    one('writer_relation', 'You are the child’s', 'صلتك بالطفل', relations, must),
    phone('writer_mobile', 'Mobile number', 'رقم الجوال', must),
    email('writer_email', 'Email', 'البريد الإلكتروني', {
      ...must,
      help: words('We confirm there that we have received the application.', 'نؤكد عليه استلام الطلب.'),
    }),
  ],
}

const sexes = [choice('female', 'Girl', 'بنت'), choice('male', 'Boy', 'ولد')]

const religions = [
  choice('islam', 'Islam', 'الإسلام'),
  choice('other', 'Another', 'دين آخر'),
  choice('private', 'I would rather not say', 'أفضّل عدم الذكر'),
]

export const childSection: Section = {
  key: 'child',
  title: words('The child', 'الطفل'),
  parts: [
    text('legal_name', 'Full name as in the passport', 'الاسم الكامل كما في جواز السفر', {
      ...must,
      ...s1,
      maxLength: 160,
      help: words('Write it on one line.', 'الاسم كله في سطر واحد دون تقسيم.'),
    }),
    text('legal_name_ar', 'Full name in Arabic', 'الاسم الكامل بالعربية', { ...s1, maxLength: 160 }),
    text('preferred_name', 'What is the child called?', 'بمَ ينادى الطفل؟', { ...s1, maxLength: 60 }),
    one('sex', 'Girl or boy', 'بنت أم ولد', sexes, { ...must, ...s1 }),
    day('dob', 'Date of birth', 'تاريخ الميلاد', { ...must, ...s1, earliest: { years: -25 }, latest: { years: 0 } }),
    one('birth_country', 'Country of birth', 'بلد الميلاد', 'countries', s1),
    text('birth_place', 'Place of birth', 'مكان الميلاد', { ...s1, maxLength: 80 }),
    one('nationality', 'Nationality', 'الجنسية', 'countries', { ...must, ...s1 }),
    one('nationality_2', 'Second nationality', 'الجنسية الثانية', 'countries', s1),
    one('religion', 'Religion', 'الديانة', religions, {
      ...s3,
      help: words(
        'Only to place the child in the right classes of religion.',
        'لتسجيل الطفل في حصص التربية الدينية المناسبة فقط.',
      ),
    }),
  ],
}

export const namesSection: Section = {
  key: 'names',
  parts: [
    yesNo('has_name_parts', 'Would you like to name the parts of the name?', 'هل ترغب في ذكر أجزاء الاسم؟', {
      help: words('Some authorities ask for them; we never guess them.', 'تطلبها بعض الجهات، ونحن لا نخمّنها.'),
    }),
    ...(
      [
        ['given_name', 'Given name', 'الاسم الأول'],
        ['father_name', 'Father’s name', 'اسم الأب'],
        ['grandfather_name', 'Grandfather’s name', 'اسم الجد'],
        ['family_name', 'Family name', 'اسم العائلة'],
      ] as const
    ).map(([key, en, ar]) => text(key, en, ar, { ...s1, maxLength: 80, showWhen: yes('has_name_parts') })),
  ],
}

export const languagesSection: Section = {
  key: 'languages',
  title: words('Languages', 'اللغات'),
  parts: [
    one('first_language', 'First language', 'اللغة الأولى', 'languages', must),
    one('second_language', 'Second language', 'اللغة الثانية', 'languages'),
    one('home_language', 'Spoken at home', 'لغة البيت', 'languages'),
  ],
}

const issued = [choice('have', 'Issued', 'صادر'), choice('not-issued', 'Not issued yet', 'لم يصدر بعد')]

/** The authorities whose numbers can be checked, softly; others are taken as they are. */
const checkable = ['AE', 'SA', 'KW'] as const
const checkOf = (ages: FormSetting['ages']) => checkable.find((country) => country === ages?.country)

const hasVisa = chose('visa_state', 'have')

const visaSection: Section = {
  key: 'visa',
  title: words('Residence', 'الإقامة'),
  parts: [
    one('visa_state', 'Residence permit', 'تأشيرة الإقامة', visaStates, must),
    text('visa_no', 'Number of the permit', 'رقم الإقامة', { ...s2, maxLength: 30, showWhen: hasVisa }),
    day('visa_expires', 'Expires on', 'تاريخ الانتهاء', {
      ...s2,
      showWhen: hasVisa,
      earliest: { years: -10 },
      latest: { years: 20 },
    }),
    text('visa_sponsor', 'Sponsor', 'الكفيل', { ...s2, showWhen: hasVisa }),
    one('birth_certificate_state', 'Birth certificate', 'شهادة الميلاد', attestationStates, s2),
  ],
}

/** Families who have just moved have none of these for weeks: "not issued yet" is an answer. */
export const identitySections = ({ ages }: FormSetting): Section[] => {
  const identity = checkOf(ages)
  const hasPassport = chose('passport_state', 'have')
  const hasId = chose('id_state', 'have')
  return [
    {
      key: 'passport',
      title: words('Passport', 'جواز السفر'),
      parts: [
        one('passport_state', 'The child’s passport', 'جواز سفر الطفل', issued, must),
        text('passport_no', 'Passport number', 'رقم جواز السفر', { ...s2, maxLength: 30, ...neededWhen(hasPassport) }),
        one('passport_country', 'Issued by', 'صادر عن', 'countries', { ...s2, showWhen: hasPassport }),
        day('passport_issued', 'Issued on', 'تاريخ الإصدار', {
          ...s2,
          showWhen: hasPassport,
          earliest: { years: -20 },
          latest: { years: 0 },
        }),
        day('passport_expires', 'Expires on', 'تاريخ الانتهاء', {
          ...s2,
          showWhen: hasPassport,
          earliest: { years: -10 },
          latest: { years: 20 },
        }),
      ],
    },
    {
      key: 'national_id',
      title: words('Identity card', 'بطاقة الهوية'),
      parts: [
        one('id_state', 'National or resident identity card', 'بطاقة الهوية أو الإقامة', issued, must),
        text('id_no', 'Number of the card', 'رقم البطاقة', {
          ...s2,
          maxLength: 30,
          ...neededWhen(hasId),
          ...(identity && { identity }),
        }),
        day('id_expires', 'Expires on', 'تاريخ الانتهاء', {
          ...s2,
          showWhen: hasId,
          earliest: { years: -10 },
          latest: { years: 20 },
        }),
      ],
    },
    visaSection,
  ]
}
