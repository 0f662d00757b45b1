import type { Section } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import { consent, email, must, phone, s1, text } from './form-fields.ts'
import { words } from './form-words.ts'

/** Who writes: the same three questions in every short form. */
export const writer = (more: Field[] = []): Section => ({
  key: 'you',
  title: words('About you', 'عنك'),
  parts: [
    text('name', 'Your name', 'اسمك', { ...must, ...s1, autocomplete: 'name' }),
    phone('mobile', 'Mobile number', 'رقم الجوال', must),
    email('email', 'Email', 'البريد الإلكتروني', {
      help: words('For the confirmation, if you would like one.', 'لإرسال التأكيد إليك إن أردت.'),
    }),
    ...more,
  ],
})

export const writerContact = { name: 'name', email: 'email', phone: 'mobile' }

export const contactConsent = consent(
  {
    key: 'contact_consent',
    label: ['Contact', 'التواصل'],
    en: 'The school may use what I have written here to answer me.',
    ar: 'أوافق على أن تستخدم المدرسة ما كتبته هنا للرد عليّ.',
  },
  must,
)

export const newsConsent = consent({
  key: 'marketing_consent',
  label: ['News', 'الأخبار'],
  en: 'The school may also send me news and invitations. I can stop this at any time.',
  ar: 'يمكن للمدرسة أن ترسل إليّ أخبارها ودعواتها أيضًا، ولي أن أوقف ذلك في أي وقت.',
})

export const answerSoon = words(
  'Somebody in charge reads what you wrote and answers within two working days.',
  'يقرأ الموظف المختص ما كتبته ويرد عليك خلال يومي عمل.',
)
export const keepReference = words(
  'Keep the reference: with it we find your request at once.',
  'احتفظ بالرقم المرجعي، فبه نجد طلبك فورًا.',
)
