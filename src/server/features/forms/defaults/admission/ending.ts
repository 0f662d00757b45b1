import type { Section } from '#shared/forms/form-definition.contract.ts'
import {
  chose,
  consent,
  day,
  email,
  file,
  longText,
  must,
  neededWhen,
  one,
  pictures,
  s1,
  s2,
  s3,
  text,
  yes,
  yesNo,
} from '../form-fields.ts'
import { choice, words } from '../form-words.ts'

const paperStates = [
  choice('missing', 'Missing', 'ناقصة'),
  choice('in-review', 'In review', 'قيد المراجعة'),
  choice('approved', 'Approved', 'معتمدة'),
  choice('waived', 'Waived', 'معفى منها'),
  choice('undertaking', 'Promised until a day', 'بتعهد حتى تاريخ'),
]
const later = yes('papers_later')

export const papersSection: Section = {
  key: 'papers',
  lead: words(
    'Photographs are enough. What you don’t have yet you can bring later.',
    'تكفي الصور. وما ليس لديك الآن يمكنك إحضاره لاحقًا.',
  ),
  parts: [
    file('photo', 'Photograph of the child', 'صورة الطفل', { ...s1, accept: pictures }),
    file('birth_certificate', 'Birth certificate', 'شهادة الميلاد', { ...s2, maxFiles: 2 }),
    file('passport_copy', 'Passport', 'جواز السفر', { ...s2, maxFiles: 2, showWhen: chose('passport_state', 'have') }),
    file('id_copy', 'Identity card, both sides', 'بطاقة الهوية من الوجهين', {
      ...s2,
      tier: 'intermediate',
      maxFiles: 2,
      showWhen: chose('id_state', 'have'),
    }),
    file('visa_copy', 'Residence permit', 'الإقامة', { ...s2, showWhen: chose('visa_state', 'have') }),
    file('guardian_ids', 'Identity cards of the guardians', 'هويات أولياء الأمور', {
      ...s2,
      tier: 'intermediate',
      maxFiles: 4,
    }),
    file('reports', 'Reports of the last two years', 'تقارير آخر عامين', {
      ...s1,
      tier: 'maximum',
      maxFiles: 4,
      showWhen: yes('has_attended'),
    }),
    file('transfer_paper', 'Transfer certificate', 'شهادة الانتقال', {
      ...s1,
      tier: 'intermediate',
      maxFiles: 2,
      showWhen: yes('has_attended'),
    }),
    file('vaccination_record', 'Vaccination record', 'سجل التطعيمات', { ...s3, tier: 'intermediate', maxFiles: 2 }),
    file('support_papers', 'Papers about help with learning', 'أوراق الدعم في التعلّم', {
      ...s3,
      tier: 'large',
      maxFiles: 2,
      showWhen: { any: ['plan', 'assessing'].map((code) => chose('support_state', code)) },
    }),
    yesNo('papers_later', 'Will you bring some papers later?', 'هل ستحضر بعض الأوراق لاحقًا؟'),
    text('papers_which', 'Which?', 'ما هي؟', neededWhen(later)),
    day('papers_by', 'Until when?', 'حتى متى؟', { ...neededWhen(later), earliest: { years: 0 }, latest: { years: 1 } }),
    one('papers_state', 'State of the papers', 'حالة الأوراق', paperStates, { isOfficeOnly: true }),
  ],
}

const payers = [
  choice('family', 'The family', 'الأسرة'),
  choice('employer', 'An employer', 'جهة العمل'),
  choice('shared', 'Both', 'كلاهما'),
  choice('other', 'Somebody else', 'جهة أخرى'),
]
const refunds = [
  choice('none', 'None', 'لا يوجد'),
  choice('due', 'To be refunded', 'مستحق الاسترداد'),
  choice('done', 'Refunded', 'تم الاسترداد'),
]
const isPaidByOthers = { any: ['employer', 'shared', 'other'].map((code) => chose('payer', code)) }

export const feesSection: Section = {
  key: 'fees',
  isOfFamily: true,
  title: words('Who pays the fees', 'من يدفع الرسوم'),
  parts: [
    one('payer', 'Who pays?', 'من يدفع؟', payers, { ...must, ...s1 }),
    text('payer_name', 'Name of the payer', 'اسم الدافع', { ...s1, ...neededWhen(isPaidByOthers) }),
    email('payer_email', 'Email for bills', 'البريد الإلكتروني للفواتير', { showWhen: isPaidByOthers }),
    text('fee_receipt', 'Receipt of the application fee', 'إيصال رسم الطلب', { maxLength: 40, isOfficeOnly: true }),
    one('fee_refund', 'Refund of the application fee', 'استرداد رسم الطلب', refunds, { isOfficeOnly: true }),
    longText('office_note', 'Note of the office', 'ملاحظة الإدارة', { isOfficeOnly: true, ...s1 }),
  ],
}

/** Each by itself, so that one may be refused without the others. */
const needed = [
  consent(
    {
      key: 'truth',
      label: ['Truth', 'صحة البيانات'],
      en: 'What I have written is true and complete, and I tell the school when something changes.',
      ar: 'ما كتبته صحيح وكامل، وأبلغ المدرسة بأي تغيير.',
    },
    must,
  ),
  consent(
    {
      key: 'terms',
      label: ['Terms', 'الشروط'],
      en: 'I have read the school’s terms of admission and agree to them.',
      ar: 'قرأت شروط القبول في المدرسة وأوافق عليها.',
    },
    must,
  ),
  consent(
    {
      key: 'privacy',
      label: ['Privacy', 'الخصوصية'],
      en: 'The school may keep and use this application to decide on it, as its privacy notice says.',
      ar: 'أوافق على أن تحتفظ المدرسة بهذا الطلب وتستخدمه للبت فيه كما يرد في سياسة الخصوصية.',
    },
    must,
  ),
  consent(
    {
      key: 'authority',
      label: ['The education authority', 'الجهة التعليمية'],
      en: 'The school may give the education authority what the law requires for registration.',
      ar: 'أوافق على أن تزوّد المدرسة الجهة التعليمية بما يلزم نظامًا للتسجيل.',
    },
    must,
  ),
]

const free = [
  consent({
    key: 'media_inside',
    label: ['Pictures within the school', 'الصور داخل المدرسة'],
    en: 'The child may be seen in pictures that are shown within the school.',
    ar: 'أوافق على ظهور الطفل في صور تُعرض داخل المدرسة.',
  }),
  consent({
    key: 'media_outside',
    label: ['Pictures in public', 'الصور للعموم'],
    en: 'The child may be seen in pictures that the school publishes. I can stop this at any time.',
    ar: 'أوافق على ظهور الطفل في صور تنشرها المدرسة، ولي أن أوقف ذلك في أي وقت.',
  }),
]

export const declarationsSection: Section = {
  key: 'declarations',
  parts: [
    ...needed,
    ...free,
    text('signature', 'Your full name, as a signature', 'اسمك الكامل بمثابة توقيع', { ...must, ...s1 }),
  ],
}
