import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { chose, file, longText, must, neededWhen, one, text } from './form-fields.ts'
import { choice, words } from './form-words.ts'
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
export const mograHrForm = (): FormDefinition => ({
  purpose: 'hr',
  title: words('Write to human resources', 'مراسلة الموارد البشرية'),
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
