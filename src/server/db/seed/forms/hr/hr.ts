import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { words } from '../form-words.ts'
import { keepReference } from '../short-forms.ts'
import { employmentSection, gapsSection, languagesSection, qualificationsSection } from './career.ts'
import { postSection, youSection } from './person.ts'
import { agreementsSection, filesSection, refereesSection, safetySection } from './trust.ts'

/** The application for work: what safe recruitment asks of everybody who will be with children, and no more. */
export const hrForm = (): FormDefinition => ({
  purpose: 'hr',
  title: words('Application for work', 'طلب توظيف'),
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
    { key: 'post', title: words('The work', 'العمل'), sections: [postSection] },
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
    { key: 'safety', title: words('Safety of children', 'سلامة الأطفال'), sections: [safetySection] },
    { key: 'files', title: words('Files', 'الملفات'), sections: [filesSection] },
    { key: 'agreements', title: words('Agreements', 'الموافقات'), sections: [agreementsSection] },
  ],
})
