import type { Bilingual } from '#shared/kernel/endpoint.ts'

/**
 * Privacy notice with which a school begins; paragraphs are separated by an empty line.
 * @param email address for requests; the school's office where there is none
 */
export const privacyOf = (school: Bilingual, email?: string): Bilingual => ({
  en: `${school.en} keeps only what it needs to admit, teach, feed and protect your child, and tells you here what that is.

What we keep. The details you enter in our forms, the documents you upload, the decisions about a place, payments, and what is bought at the school’s tills. Health, custody and learning-support notes are seen only by the few people who need them and are never part of a list that leaves the school.

Why we keep it. To decide about applications, to run the school, to keep the accounts that the law asks for, and to warn canteen staff about allergies.

Faces. Recognition by face at a till is switched off unless a guardian has agreed to it in writing for that child. We store a set of numbers made from the picture, not the picture itself. There is always another way to pay. When you withdraw your consent, the numbers are deleted on our server and on every till at its next contact, and we can show you that it was done.

Where it is kept. On the school’s own server. Tills and tablets hold a small copy so that they can work without a network: names, classes, balances and allergens, nothing else. We do not sell data, and we do not send it to advertisers.

How long. Enquiries that lead to nothing are deleted after two years. Records of pupils and accounts are kept as long as the law of the country asks, and deleted afterwards.

Your rights. You may see what we hold about you and your child, have mistakes corrected, receive a copy, and object to a use that you find wrong. Write to ${email ?? 'the school’s office'}; we answer within thirty days.`,
  ar: `لا تحتفظ ${school.ar} إلا بما تحتاج إليه لقبول طفلكم وتعليمه وإطعامه وحمايته، ونوضح لكم هنا ما نحتفظ به.

ما نحتفظ به. البيانات التي تدخلونها في نماذجنا، والوثائق التي ترفعونها، والقرارات المتعلقة بالمقعد، والمدفوعات، وما يُشترى من صناديق البيع في المدرسة. أما معلومات الصحة والحضانة والدعم التعليمي فلا يطلع عليها إلا القلة الذين يحتاجون إليها، ولا تدخل أبدًا في أي قائمة تخرج من المدرسة.

لماذا نحتفظ به. للبت في طلبات الالتحاق، ولتسيير شؤون المدرسة، ولمسك الحسابات التي يفرضها القانون، ولتنبيه العاملين في المقصف إلى الحساسية الغذائية.

التعرف على الوجه. تبقى خاصية التعرف على الوجه عند صندوق البيع متوقفة ما لم يوافق ولي الأمر عليها كتابةً لذلك الطفل. ونحن نخزن مجموعة أرقام مستخرجة من الصورة لا الصورة نفسها. وتتوفر دائمًا طريقة أخرى للدفع. وعند سحب الموافقة تُحذف هذه الأرقام من خادمنا، ومن كل صندوق عند أول اتصال له، ويمكننا أن نثبت لكم ذلك.

أين نحتفظ به. على خادم المدرسة نفسها. وتحمل صناديق البيع والأجهزة اللوحية نسخة صغيرة لتعمل دون شبكة: الأسماء والصفوف والأرصدة ومسببات الحساسية، ولا شيء غير ذلك. ولا نبيع البيانات ولا نرسلها إلى المعلنين.

مدة الاحتفاظ. تُحذف الاستفسارات التي لم تُتابع بعد سنتين. أما سجلات الطلاب والحسابات فتُحفظ للمدة التي يفرضها قانون البلد ثم تُحذف.

حقوقكم. لكم أن تطلعوا على ما لدينا عنكم وعن طفلكم، وأن تطلبوا تصحيح الأخطاء، وأن تحصلوا على نسخة، وأن تعترضوا على أي استخدام ترونه غير مناسب. ${email === undefined ? 'راسلوا إدارة المدرسة' : `راسلونا على ${email}`} وسنجيبكم خلال ثلاثين يومًا.`,
})
