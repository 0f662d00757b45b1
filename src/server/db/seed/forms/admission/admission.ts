import type { FormDefinition, FormPage, Section } from '#shared/forms/form-definition.contract.ts'
import { type FormSetting, words } from '../form-words.ts'
import { keepReference } from '../short-forms.ts'
import { emergencySection, healthSection, supportSection } from './care.ts'
import { childSection, identitySections, languagesSection, namesSection, writerSection } from './child.ts'
import { declarationsSection, feesSection, papersSection } from './ending.ts'
import { entrySections, schoolingSection } from './entry.ts'
import { claimsSection, custodySection, guardiansSection, siblingsSection } from './family.ts'

const page = (key: string, en: string, ar: string, sections: Section[]): FormPage => ({
  key,
  title: words(en, ar),
  sections,
})

/** The application for a place: ten pages of a length that can be filled in on a phone, one child each. */
export const admissionForm = (setting: FormSetting): FormDefinition => ({
  ...(setting.ages && { ages: setting.ages }),
  purpose: 'admission',
  title: words('Application for a place', 'طلب الالتحاق بالمدرسة'),
  lead: words(
    'One application for each child. It is kept on this device while you write, so you can stop and go on.',
    'طلب واحد لكل طفل. يُحفظ على هذا الجهاز أثناء الكتابة، فيمكنك التوقف والمتابعة لاحقًا.',
  ),
  contact: { name: 'writer_name', email: 'writer_email', phone: 'writer_mobile' },
  subject: { name: 'legal_name', otherName: 'legal_name_ar', birthDate: 'dob' },
  next: [
    words(
      'Admissions reads the application within two working days and asks for what is missing.',
      'يراجع قسم القبول الطلب خلال يومي عمل ويطلب ما ينقص.',
    ),
    words('You are invited with your child to get to know each other.', 'ندعوك مع طفلك للتعارف.'),
    words('The school writes to you with its decision.', 'تكتب إليك المدرسة بقرارها.'),
    keepReference,
  ],
  pages: [
    page('child', 'The child', 'الطفل', [writerSection, childSection, namesSection, languagesSection]),
    page('identity', 'Identity papers', 'أوراق الهوية', identitySections(setting)),
    page('entry', 'Entry', 'الالتحاق', entrySections(setting)),
    page('schooling', 'Schools so far', 'المدارس السابقة', [schoolingSection]),
    page('guardians', 'Parents and guardians', 'الوالدان والأوصياء', [guardiansSection, custodySection]),
    page('siblings', 'Brothers, sisters, priority', 'الإخوة والأولوية', [siblingsSection, claimsSection]),
    page('care', 'Health and learning', 'الصحة والتعلّم', [healthSection, supportSection]),
    page('emergency', 'Emergency and fees', 'الطوارئ والرسوم', [emergencySection, feesSection]),
    page('papers', 'Papers', 'الأوراق', [papersSection]),
    page('declarations', 'Declarations', 'الإقرارات', [declarationsSection]),
  ],
})
