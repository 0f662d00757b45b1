import type { FormDefinition, Section } from '#shared/forms/form-definition.contract.ts'
import { channels, entryYears, type FormSetting, choicesOfGrades, sources, words } from './form-words.ts'

const you: Section = {
  key: 'you',
  isOfFamily: true,
  title: words('About you', 'عنك'),
  parts: [
    {
      type: 'text',
      key: 'parent_name',
      label: words('Your name', 'اسمك'),
      required: true,
      maxLength: 120,
      autocomplete: 'name',
      sensitivity: 'S1',
    },
    {
      type: 'phone',
      key: 'mobile',
      label: words('Mobile number', 'رقم الجوال'),
      required: true,
      sensitivity: 'S1',
    },
    {
      type: 'email',
      key: 'email',
      label: words('Email', 'البريد الإلكتروني'),
      help: words('For the confirmation, if you would like one.', 'لإرسال التأكيد إليك إن أردت.'),
      sensitivity: 'S1',
    },
    {
      type: 'choice',
      key: 'preferred_channel',
      label: words('How should we contact you?', 'كيف تفضّل أن نتواصل معك؟'),
      choices: channels,
    },
  ],
}

const childrenOf = ({ firstYear, ...setting }: FormSetting): Section => ({
  key: 'child',
  title: words('Your child', 'طفلك'),
  parts: [
    {
      type: 'repeat',
      key: 'children',
      label: words('Children', 'الأبناء'),
      itemLabel: words('Child', 'الابن أو الابنة'),
      min: 1,
      max: 6,
      fields: [
        {
          type: 'text',
          key: 'name',
          label: words('Child’s full name', 'الاسم الكامل للطفل'),
          required: true,
          maxLength: 120,
          sensitivity: 'S1',
        },
        {
          type: 'date',
          key: 'dob',
          label: words('Date of birth', 'تاريخ الميلاد'),
          required: true,
          earliest: { years: -20 },
          latest: { years: 0 },
          sensitivity: 'S1',
        },
        {
          type: 'choice',
          key: 'entry_year',
          label: words('Starting in', 'للالتحاق في العام'),
          required: true,
          choices: entryYears(firstYear),
        },
        {
          type: 'choice',
          key: 'grade',
          label: words('Grade', 'الصف'),
          required: true,
          choices: choicesOfGrades(setting),
          suggestedBy: { birthDate: 'dob', entryYear: 'entry_year' },
        },
        {
          type: 'text',
          key: 'current_school',
          label: words('Current school', 'المدرسة الحالية'),
          maxLength: 120,
        },
      ],
    },
  ],
})

const more: Section = {
  key: 'more',
  title: words('Anything else', 'أي شيء آخر'),
  parts: [
    {
      type: 'choice',
      key: 'source',
      label: words('How did you hear about us?', 'كيف عرفت عنا؟'),
      choices: sources,
    },
    {
      type: 'long-text',
      key: 'message',
      label: words('Your questions', 'أسئلتك'),
      maxLength: 1000,
    },
    {
      type: 'consent',
      key: 'contact_consent',
      label: words('Contact', 'التواصل'),
      required: true,
      wording: words(
        'The school may use what I have written here to answer my enquiry.',
        'أوافق على أن تستخدم المدرسة ما كتبته هنا للرد على استفساري.',
      ),
      wordingVersion: '2026-1',
    },
    {
      type: 'consent',
      key: 'marketing_consent',
      label: words('News', 'الأخبار'),
      wording: words(
        'The school may also send me news and invitations. I can stop this at any time.',
        'يمكن للمدرسة أن ترسل إليّ أخبارها ودعواتها أيضًا، ولي أن أوقف ذلك في أي وقت.',
      ),
      wordingVersion: '2026-1',
    },
  ],
}

/** The school's own enquiry: under 90 seconds on a phone. Medical matters, custody and income are asked later, or never. */
export const enquiryForm = (setting: FormSetting): FormDefinition => ({
  ...(setting.ages && { ages: setting.ages }),
  purpose: 'enquiry',
  title: words('Enquire about a place', 'الاستفسار عن مقعد'),
  lead: words('It takes about a minute.', 'يستغرق الأمر نحو دقيقة.'),
  contact: { name: 'parent_name', email: 'email', phone: 'mobile' },
  subject: { block: 'children', name: 'name', birthDate: 'dob' },
  next: [
    words(
      'Admissions reads your enquiry and contacts you by phone or email.',
      'يطّلع قسم القبول على استفسارك ويتواصل معك هاتفيًا أو بالبريد الإلكتروني.',
    ),
    words('You are welcome to visit the school before you decide.', 'نرحب بزيارتك للمدرسة قبل أن تقرر.'),
    words(
      'To apply for a place, fill in the school’s application form.',
      'للتقديم على مقعد، املأ طلب الالتحاق بالمدرسة.',
    ),
  ],
  pages: [{ key: 'enquiry', title: words('Enquiry', 'الاستفسار'), sections: [you, childrenOf(setting), more] }],
})
