import type { Section } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import {
  block,
  consent,
  email,
  file,
  longText,
  must,
  neededWhen,
  number,
  one,
  phone,
  pictures,
  s1,
  s2,
  s3,
  text,
  yes,
  yesNo,
} from '../form-fields.ts'
import { choice, words } from '../form-words.ts'

export const refereesSection: Section = {
  key: 'referees',
  lead: words(
    'At least two who know your work; one of them the head of your present or last place. We ask before we write to them.',
    'شخصان على الأقل يعرفان عملك، أحدهما مديرك الحالي أو الأخير. ونستأذنك قبل أن نراسلهما.',
  ),
  parts: [
    block('referees', ['Referees', 'المراجع المهنية'], ['Referee', 'المرجع'], {
      min: 2,
      max: 3,
      fields: [
        text('name', 'Full name', 'الاسم الكامل', { ...must, ...s1 }),
        text('position', 'Position and place of work', 'المنصب وجهة العمل', { ...must, ...s1 }),
        email('email', 'Work email', 'البريد الإلكتروني في العمل', must),
        phone('phone', 'Telephone', 'الهاتف'),
        yesNo('is_head', 'Your present or last head?', 'هل هو مديرك الحالي أو الأخير؟', must),
        yesNo('may_ask_now', 'May we write before an interview?', 'هل يمكننا مراسلته قبل المقابلة؟', must),
      ],
    }),
  ],
}

const clearances = [
  choice('have', 'I have it', 'لديّ'),
  choice('asked', 'Asked for', 'طلبتها'),
  choice('not-yet', 'Not yet', 'ليس بعد'),
]

/** A question of safeguarding, and what there is to say when it is answered with yes. */
const declared = (key: string, en: string, ar: string): Field[] => [
  yesNo(key, en, ar, { ...must, ...s3 }),
  longText(`${key}_detail`, 'What happened, where and when?', 'ماذا حدث، وأين، ومتى؟', {
    ...s3,
    ...neededWhen(yes(key)),
  }),
]

export const safetySection: Section = {
  key: 'safety',
  title: words('Child safety', 'سلامة الأطفال'),
  lead: words(
    'A yes does not end an application; silence about it does.',
    'الإجابة بنعم لا تنهي الطلب، أما السكوت عنها فينهيه.',
  ),
  parts: [
    ...declared(
      'convicted',
      'Have you ever been convicted, or is a case open?',
      'هل سبقت إدانتك أو هناك قضية مفتوحة ضدك؟',
    ),
    ...declared(
      'disciplined',
      'Has an employer ever taken disciplinary measures?',
      'هل سبق أن اتخذت جهة عمل إجراءً تأديبيًا بحقك؟',
    ),
    ...declared('barred', 'Have you ever been kept from working with children?', 'هل سبق منعك من العمل مع الأطفال؟'),
    block('countries', ['Countries you have lived in', 'البلدان التي أقمت فيها'], ['Country', 'البلد'], {
      min: 1,
      max: 8,
      fields: [
        one('country', 'Country', 'البلد', 'countries', { ...must, ...s1 }),
        number('years', 'For how many years?', 'كم سنة؟', { min: 0, max: 90, isWhole: true }),
        one('clearance', 'Police clearance', 'شهادة حسن السيرة', clearances, { ...must, ...s2 }),
      ],
    }),
  ],
}

export const filesSection: Section = {
  key: 'files',
  parts: [
    file('cv', 'Curriculum vitae', 'السيرة الذاتية', { ...must, ...s1, tier: 'intermediate' }),
    file('cover_letter', 'Letter', 'خطاب التقديم', { ...s1, tier: 'intermediate' }),
    file('certificates', 'Certificates', 'الشهادات', { ...s2, tier: 'maximum', maxFiles: 8 }),
    file('photo', 'Photograph', 'صورة شخصية', { ...s1, accept: pictures }),
  ],
}

const retentions = [
  choice('vacancy', 'For this vacancy alone', 'لهذه الوظيفة فقط'),
  choice('6', 'Half a year', 'نصف سنة'),
  choice('12', 'A year', 'سنة'),
  choice('24', 'Two years', 'سنتين'),
]

export const agreementsSection: Section = {
  key: 'agreements',
  parts: [
    one('retention', 'How long may we keep your application?', 'كم من الوقت يمكننا أن نحتفظ بطلبك؟', retentions, {
      ...must,
      help: words('It’s then deleted.', 'وبعد ذلك يُمحى.'),
    }),
    consent(
      {
        key: 'truth',
        label: ['Truth', 'صحة البيانات'],
        en: 'What I have written is true and complete.',
        ar: 'ما كتبته صحيح وكامل.',
      },
      must,
    ),
    consent(
      {
        key: 'checks',
        label: ['Checks', 'التحقق'],
        en: 'Before an offer the school may check my qualifications and my fitness to work with children.',
        ar: 'أوافق على أن تتحقق المدرسة قبل أي عرض من مؤهلاتي ومن أهليتي للعمل مع الأطفال.',
      },
      must,
    ),
    consent(
      {
        key: 'privacy',
        label: ['Privacy', 'الخصوصية'],
        en: 'The school may keep and use this application for as long as I have chosen.',
        ar: 'أوافق على أن تحتفظ المدرسة بهذا الطلب وتستخدمه للمدة التي اخترتها.',
      },
      must,
    ),
    consent({
      key: 'other_posts',
      label: ['Other posts', 'وظائف أخرى'],
      en: 'The school may also think of me for other posts.',
      ar: 'أوافق على أن تنظر المدرسة في طلبي لوظائف أخرى.',
    }),
  ],
}
