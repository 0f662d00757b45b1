import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { admissionForm } from './admission/admission.ts'
import { criteriaChildForm } from './criteria-child.ts'
import { enquiryForm } from './enquiry.ts'
import { enquiryAbqForm } from './enquiry-abq.ts'
import { enquiryVmsiiheForm } from './enquiry-vmsiihe.ts'
import { chose, file, longText, must, neededWhen, one, pictures, text } from './form-fields.ts'
import { choice, type FormSetting, words } from './form-words.ts'
import { hrForm } from './hr/hr.ts'
import { mograBillsForm } from './mogra-bills.ts'
import { answerSoon, contactConsent, keepReference, writer, writerContact } from './short-forms.ts'

const matters = [
  choice('job', 'I am looking for work', 'أبحث عن عمل'),
  choice('application', 'I have applied already', 'سبق أن تقدمت بطلب'),
  choice('letter', 'I need a letter or a certificate', 'أحتاج إلى خطاب أو شهادة'),
  choice('leave', 'Leave or working hours', 'الإجازات أو ساعات العمل'),
  choice('pay', 'Pay', 'الراتب'),
  choice('other', 'Something else', 'غير ذلك'),
]

/** A word to the people who look after staff; who applies for a post fills in the long form. */
const mograHrForm = (): FormDefinition => ({
  purpose: 'hr',
  title: words('Contact HR', 'مراسلة الموارد البشرية'),
  lead: words(
    'For questions about work here. To apply for a post, fill in the application.',
    'للأسئلة عن العمل لدينا. أما التقدم لوظيفة فله استمارة خاصة.',
  ),
  contact: writerContact,
  next: [answerSoon, keepReference],
  pages: [
    {
      key: 'question',
      title: words('Your question', 'سؤالك'),
      sections: [
        writer(),
        {
          key: 'matter',
          title: words('Your question', 'سؤالك'),
          parts: [
            one('matter', 'What is it about?', 'ما الموضوع؟', matters, must),
            text(
              'post',
              'Which work are you looking for?',
              'ما العمل الذي تبحث عنه؟',
              neededWhen(chose('matter', 'job')),
            ),
            text('reference', 'Reference of your application', 'الرقم المرجعي لطلبك', {
              maxLength: 40,
              showWhen: chose('matter', 'application'),
            }),
            text('staff_no', 'Staff number', 'الرقم الوظيفي', {
              maxLength: 40,
              showWhen: { any: ['letter', 'leave', 'pay'].map((code) => chose('matter', code)) },
            }),
            longText('message', 'Your question', 'سؤالك', { ...must, maxLength: 1000 }),
            file('cv', 'Curriculum vitae', 'السيرة الذاتية', {
              tier: 'intermediate',
              showWhen: chose('matter', 'job'),
            }),
            contactConsent,
          ],
        },
      ],
    },
  ],
})

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
const mograErpForm = (): FormDefinition => ({
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

/** The forms a school begins with, by the names they have in addresses. */
export const defaultForms = (setting: FormSetting): Record<string, FormDefinition> => ({
  enquiry: enquiryForm(setting),
  'enquiry-vmsiihe': enquiryVmsiiheForm(setting),
  'enquiry-abq': enquiryAbqForm(setting),
  'mogra-hr': mograHrForm(),
  'mogra-bills': mograBillsForm(),
  'mogra-erp': mograErpForm(),
  hr: hrForm(),
  admission: admissionForm(setting),
  'criteria-child': criteriaChildForm(),
})
