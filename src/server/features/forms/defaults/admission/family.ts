import type { Section } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import {
  block,
  chose,
  day,
  email,
  file,
  longText,
  must,
  neededWhen,
  number,
  one,
  phone,
  s1,
  s2,
  s3,
  text,
  yes,
  yesNo,
} from '../form-fields.ts'
import { choice, words } from '../form-words.ts'
import { relations } from '../people-words.ts'

const languages = [choice('ar', 'Arabic', 'العربية'), choice('en', 'English', 'الإنجليزية')]

const guardian: Field[] = [
  one('relation', 'Relation to the child', 'الصلة بالطفل', relations, must),
  text('relation_other', 'Which?', 'ما هي؟', { maxLength: 60, ...neededWhen(chose('relation', 'other')) }),
  text('name', 'Full name as in the passport', 'الاسم الكامل كما في جواز السفر', { ...must, ...s1, maxLength: 160 }),
  text('name_ar', 'Full name in Arabic', 'الاسم الكامل بالعربية', { ...s1, maxLength: 160 }),
  one('nationality', 'Nationality', 'الجنسية', 'countries', s1),
  text('id_no', 'Identity card or passport number', 'رقم الهوية أو جواز السفر', {
    ...s2,
    maxLength: 30,
    help: words('Leave it empty if it hasn’t been issued yet.', 'اتركه فارغًا إن لم يصدر بعد.'),
  }),
  phone('mobile', 'Mobile number', 'رقم الجوال', must),
  email('email', 'Email', 'البريد الإلكتروني'),
  one('language', 'We write in', 'نراسلك بـ', languages),
  text('employer', 'Employer', 'جهة العمل', s1),
  text('job', 'Occupation', 'المهنة', { ...s1, maxLength: 80 }),
  text('area', 'Address: city and area', 'العنوان: المدينة والمنطقة', s1),
  text('street', 'Address: street, building, door', 'العنوان: الشارع والمبنى والباب', s1),
  text('address_code', 'Address: number or code of the building', 'العنوان: رقم المبنى أو رمزه', {
    ...s1,
    maxLength: 40,
  }),
  yesNo('lives_with_child', 'Does the child live with this person?', 'هل يقيم الطفل مع هذا الشخص؟', s1),
  yesNo('is_legal_guardian', 'Legal guardian?', 'هل هو الوصي القانوني؟', { ...must, ...s1 }),
  yesNo('may_sign', 'May this person sign for the child?', 'هل يحق له التوقيع عن الطفل؟', {
    ...must,
    ...s1,
    help: words('The school may ask for proof.', 'قد تطلب المدرسة ما يثبت ذلك.'),
  }),
  yesNo('may_collect', 'May this person collect the child?', 'هل يحق له اصطحاب الطفل؟', { ...must, ...s1 }),
  number('pays_share', 'Share of the fees, in per cent', 'نسبته من الرسوم بالمئة', {
    ...s1,
    min: 0,
    max: 100,
    isWhole: true,
  }),
  number('contact_order', 'To be called as number', 'ترتيب الاتصال به', { min: 1, max: 9, isWhole: true }),
]

export const guardiansSection: Section = {
  key: 'guardians',
  isOfFamily: true,
  lead: words(
    'Everybody who looks after the child. Nobody is shown the numbers of another.',
    'كل من يرعى الطفل. ولا يُطلَع أحد على أرقام غيره.',
  ),
  parts: [
    block('guardians', ['Parents and guardians', 'الوالدان والأوصياء'], ['Guardian', 'ولي الأمر'], {
      min: 1,
      max: 4,
      fields: guardian,
    }),
  ],
}

const custody = yes('has_custody_note')

export const custodySection: Section = {
  key: 'custody',
  title: words('Custody', 'الحضانة'),
  parts: [
    yesNo(
      'has_custody_note',
      'Is there anything about custody that we must know?',
      'هل هناك ما يجب أن نعرفه عن الحضانة؟',
      s3,
    ),
    longText('custody_note', 'What must we know?', 'ما الذي يجب أن نعرفه؟', { ...s3, ...neededWhen(custody) }),
    file('custody_paper', 'Paper of the court', 'ورقة المحكمة', { ...s3, maxFiles: 2, showWhen: custody }),
  ],
}

const places = [
  choice('here', 'At this school', 'في هذه المدرسة'),
  choice('applying', 'Applying too', 'يتقدم أيضًا'),
  choice('elsewhere', 'At another school', 'في مدرسة أخرى'),
]

export const siblingsSection: Section = {
  key: 'siblings',
  title: words('Brothers and sisters', 'الإخوة والأخوات'),
  parts: [
    block('siblings', ['Brothers and sisters', 'الإخوة والأخوات'], ['Brother or sister', 'الأخ أو الأخت'], {
      min: 0,
      max: 8,
      fields: [
        text('name', 'Full name', 'الاسم الكامل', { ...must, ...s1 }),
        day('dob', 'Date of birth', 'تاريخ الميلاد', { ...s1, earliest: { years: -40 }, latest: { years: 0 } }),
        one('place', 'Where?', 'أين؟', places, must),
        text('student_no', 'Student number or grade', 'رقم الطالب أو صفه', {
          maxLength: 40,
          showWhen: chose('place', 'here'),
        }),
        text('reference', 'Reference of that application', 'الرقم المرجعي لطلبه', {
          maxLength: 40,
          showWhen: chose('place', 'applying'),
        }),
        text('school', 'Which school?', 'أي مدرسة؟', { showWhen: chose('place', 'elsewhere') }),
      ],
    }),
  ],
}

const claims = [
  choice('staff', 'A parent works at the school', 'أحد الوالدين يعمل في المدرسة'),
  choice('sibling', 'A brother or sister is here', 'له أخ أو أخت في المدرسة'),
  choice('group', 'Comes from another school of the group', 'قادم من مدرسة أخرى في المجموعة'),
  choice('corporate', 'Agreement with an employer', 'اتفاقية مع جهة العمل'),
  choice('alumni', 'A parent was a student here', 'أحد الوالدين تخرّج في المدرسة'),
  choice('national', 'A citizen of the country', 'من مواطني الدولة'),
]

export const claimsSection: Section = {
  key: 'claims',
  title: words('Reasons for priority', 'أسباب الأولوية'),
  lead: words('Only if any apply; each is checked.', 'إن وُجدت فقط، ونتحقق من كل منها.'),
  parts: [
    block('claims', ['Reasons for priority', 'أسباب الأولوية'], ['Reason', 'السبب'], {
      min: 0,
      max: 4,
      fields: [
        one('claim', 'Reason', 'السبب', claims, must),
        text('detail', 'Name or number that proves it', 'الاسم أو الرقم الذي يثبته', s1),
        file('evidence', 'Proof', 'الإثبات', { ...s1, maxFiles: 2 }),
        text('verified_by', 'Verified by', 'تحقق منه', { isOfficeOnly: true }),
      ],
    }),
  ],
}
