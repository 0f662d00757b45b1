import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { chose, file, longText, must, neededWhen, one, pictures, text } from './form-fields.ts'
import { choice, words } from './form-words.ts'
import { answerSoon, contactConsent, keepReference, writer, writerContact } from './short-forms.ts'

const roles = [
  choice('parent', 'A parent or guardian', 'ولي أمر'),
  choice('student', 'A student', 'طالب أو طالبة'),
  choice('teacher', 'A teacher', 'معلم أو معلمة'),
  choice('office', 'In the school’s office', 'موظف إداري'),
]

const troubles = [
  choice('sign-in', 'I can’t sign in', 'لا أستطيع تسجيل الدخول'),
  choice('wrong', 'Something shown is wrong', 'بعض ما يظهر غير صحيح'),
  choice('missing', 'Something is missing', 'هناك ما ينقص'),
  choice('payment', 'A payment did not go through', 'لم تتم عملية الدفع'),
  choice('slow', 'It is slow or does not open', 'بطيء أو لا يفتح'),
  choice('other', 'Something else', 'غير ذلك'),
]

/** Help with the school's portal. Passwords are never asked for. */
export const mograErpForm = (): FormDefinition => ({
  purpose: 'enquiry',
  title: words('Help with the portal', 'المساعدة في بوابة المدرسة'),
  lead: words(
    'Tell us what you wanted to do and what happened. Never write a password here.',
    'أخبرنا بما أردت أن تفعله وبما حدث. لا تكتب كلمة مرور هنا أبدًا.',
  ),
  contact: writerContact,
  next: [answerSoon, keepReference],
  pages: [
    {
      key: 'help',
      title: words('Help', 'المساعدة'),
      sections: [
        writer([
          one('role', 'Who are you?', 'من أنت؟', roles, must),
          text('user_name', 'User name or student number', 'اسم المستخدم أو رقم الطالب', { maxLength: 60 }),
        ]),
        {
          key: 'trouble',
          title: words('What happened', 'ما حدث'),
          parts: [
            one('trouble', 'What is it about?', 'ما الموضوع؟', troubles, must),
            text('trouble_other', 'In a few words', 'بكلمات قليلة', neededWhen(chose('trouble', 'other'))),
            longText('message', 'What did you want to do, and what happened?', 'ماذا أردت أن تفعل، وماذا حدث؟', {
              ...must,
              maxLength: 1000,
            }),
            file('screenshots', 'Pictures of the screen', 'صور الشاشة', { accept: pictures, maxFiles: 3 }),
            contactConsent,
          ],
        },
      ],
    },
  ],
})
