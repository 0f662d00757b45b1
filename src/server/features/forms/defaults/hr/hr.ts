import type { FormDefinition, Section } from '#shared/forms/form-definition.contract.ts'
import {
  chose,
  day,
  email,
  longText,
  must,
  neededWhen,
  number,
  one,
  phone,
  s1,
  several,
  text,
  yes,
  yesNo,
} from '../form-fields.ts'
import { choice, words } from '../form-words.ts'
import { curricula, visaStates } from '../people-words.ts'
import { keepReference } from '../short-forms.ts'
import { employmentSection, gapsSection, languagesSection, qualificationsSection } from './career.ts'
import { agreementsSection, filesSection, refereesSection, safetySection } from './trust.ts'

const youSection: Section = {
  key: 'you',
  parts: [
    text('name', 'Full name as in the passport', 'الاسم الكامل كما في جواز السفر', {
      ...must,
      ...s1,
      maxLength: 160,
      autocomplete: 'name',
    }),
    text('name_ar', 'Full name in Arabic', 'الاسم الكامل بالعربية', { ...s1, maxLength: 160 }),
    one('nationality', 'Nationality', 'الجنسية', 'countries', { ...must, ...s1 }),
    day('dob', 'Date of birth', 'تاريخ الميلاد', {
      ...s1,
      earliest: { years: -90 },
      latest: { years: -16 },
      help: words('Not needed until you have an offer.', 'غير مطلوب قبل العرض.'),
    }),
    phone('mobile', 'Mobile number', 'رقم الجوال', must),
    email('email', 'Email', 'البريد الإلكتروني', must),
    one('country', 'Where do you live now?', 'أين تقيم الآن؟', 'countries', { ...must, ...s1 }),
    text('city', 'City', 'المدينة', { ...s1, maxLength: 80 }),
    one('visa_state', 'Residence permit of this country', 'تأشيرة الإقامة في هذا البلد', visaStates, {
      ...must,
      ...s1,
    }),
  ],
}

const phases = [
  choice('early', 'Early years', 'الطفولة المبكرة'),
  choice('primary', 'Primary', 'المرحلة الابتدائية'),
  choice('middle', 'Middle', 'المرحلة المتوسطة'),
  choice('secondary', 'Secondary', 'المرحلة الثانوية'),
  choice('office', 'Not teaching', 'غير تدريسي'),
]
const notices = [
  choice('now', 'At once', 'فورًا'),
  choice('month', 'Within a month', 'خلال شهر'),
  choice('term', 'After the term', 'بعد الفصل الدراسي'),
  choice('year', 'After the school year', 'بعد العام الدراسي'),
]
const aims = [choice('vacancy', 'For a vacancy', 'لوظيفة شاغرة'), choice('general', 'In general', 'طلب عام')]

const postSection: Section = {
  key: 'post',
  parts: [
    one('aim', 'You apply', 'تتقدم', aims, must),
    text('vacancy', 'Which vacancy?', 'أي وظيفة؟', neededWhen(chose('aim', 'vacancy'))),
    several('phases', 'For which stages?', 'لأي مراحل؟', phases),
    text('subjects', 'Subjects or field of work', 'المواد أو مجال العمل', must),
    several('curricula', 'Curricula you have worked with', 'المناهج التي عملت بها', curricula),
    number('years', 'Years of experience', 'سنوات الخبرة', { ...must, min: 0, max: 60, isWhole: true }),
    one('notice', 'When could you begin?', 'متى يمكنك البدء؟', notices, must),
    day('starts_on', 'Earliest day', 'أقرب يوم', { earliest: { years: 0 }, latest: { years: 3 } }),
    text('salary', 'Expected salary, with the currency', 'الراتب المتوقع مع العملة', { ...s1, maxLength: 60 }),
    yesNo('has_dependants', 'Do children of yours need a place?', 'هل يحتاج أبناؤك إلى مقاعد؟', s1),
    text('dependants', 'How many, and how old?', 'كم عددهم، وما أعمارهم؟', {
      ...s1,
      ...neededWhen(yes('has_dependants')),
    }),
    longText('motive', 'Why this school?', 'لماذا هذه المدرسة؟', { maxLength: 1500 }),
  ],
}

/** The application for work: what safe recruitment asks of everybody who will be with children, and no more. */
export const hrForm = (): FormDefinition => ({
  purpose: 'hr',
  title: words('Job application', 'طلب توظيف'),
  lead: words(
    'It is kept on this device while you write, so you can stop and go on.',
    'يُحفظ على هذا الجهاز أثناء الكتابة، فيمكنك التوقف والمتابعة لاحقًا.',
  ),
  contact: { name: 'name', email: 'email', phone: 'mobile' },
  next: [
    words(
      'We read every application and write to you within ten working days.',
      'نقرأ كل طلب ونكتب إليك خلال عشرة أيام عمل.',
    ),
    words(
      'Before an interview we ask whether we may write to your referees.',
      'نستأذنك قبل المقابلة في مراسلة مراجعك.',
    ),
    keepReference,
  ],
  pages: [
    { key: 'you', title: words('About you', 'عنك'), sections: [youSection] },
    { key: 'post', title: words('Position', 'العمل'), sections: [postSection] },
    {
      key: 'skills',
      title: words('Qualifications and languages', 'المؤهلات واللغات'),
      sections: [qualificationsSection, languagesSection],
    },
    {
      key: 'employment',
      title: words('Employment', 'الخبرة العملية'),
      sections: [employmentSection, gapsSection],
    },
    { key: 'referees', title: words('Referees', 'المراجع المهنية'), sections: [refereesSection] },
    { key: 'safety', title: words('Child safety', 'سلامة الأطفال'), sections: [safetySection] },
    { key: 'files', title: words('Files', 'الملفات'), sections: [filesSection] },
    { key: 'agreements', title: words('Agreements', 'الموافقات'), sections: [agreementsSection] },
  ],
})
