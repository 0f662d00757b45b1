import { type NameCustom, namePairs } from './name-pairs.ts'

const filipinoBoys = namePairs(`
  Angelo/أنجيلو, Carlo/كارلو, Christian/كريستيان, Gabriel/غابرييل, Jericho/جيريكو, John Paul/جون بول,
  Joshua/جوشوا, Juan/خوان, Lorenzo/لورينزو, Marco/ماركو, Mark Anthony/مارك أنتوني, Miguel/ميغيل,
  Nathaniel/ناثانييل, Paolo/باولو, Rafael/رافاييل
`)

/** Families of the Philippines. */
export const filipino: NameCustom = {
  boys: filipinoBoys,
  girls: namePairs(`
    Althea/ألثيا, Andrea/أندريا, Angelica/أنجيليكا, Bea/بيا, Camille/كاميل, Clarissa/كلاريسا, Gabriela/غابرييلا,
    Isabel/إيزابيل, Jasmine/جاسمين, Kristine/كريستين, Maria Luisa/ماريا لويزا, Nicole/نيكول, Patricia/باتريشيا,
    Samantha/سامانثا, Sofia/صوفيا
  `),
  fathers: filipinoBoys,
  families: namePairs(`
    Aquino/أكينو, Bautista/باوتيستا, Castillo/كاستيلو, Cruz/كروز, Dela Cruz/ديلا كروز, Domingo/دومينغو,
    Flores/فلوريس, Garcia/غارسيا, Mendoza/ميندوزا, Mercado/ميركادو, Navarro/نافارو, Ocampo/أوكامبو, Ramos/راموس,
    Reyes/رييس, Salazar/سالازار, Santos/سانتوس, Torres/توريس, Villanueva/فيلانويفا
  `),
  fullName: 'given-family',
}

const westernBoys = namePairs(`
  Benjamin/بنجامين, Daniel/دانيال, Ethan/إيثان, Felix/فيليكس, Henry/هنري, Hugo/هوغو, Jack/جاك, James/جيمس,
  Liam/ليام, Louis/لويس, Lucas/لوكاس, Matteo/ماتيو, Max/ماكس, Noah/نوا, Oliver/أوليفر, Samuel/صموئيل, Thomas/توماس,
  William/ويليام
`)

/** Families of Europe, the Americas and Oceania. */
export const western: NameCustom = {
  boys: westernBoys,
  girls: namePairs(`
    Alice/أليس, Amelia/أميليا, Anna/آنا, Charlotte/شارلوت, Chloe/كلوي, Clara/كلارا, Ella/إيلا, Emily/إميلي,
    Emma/إيما, Freya/فريا, Grace/غريس, Hannah/هانا, Isla/آيلا, Julia/جوليا, Lucy/لوسي, Megan/ميغان, Olivia/أوليفيا,
    Sophie/صوفي
  `),
  fathers: westernBoys,
  families: namePairs(`
    Anderson/أندرسون, Brown/براون, Campbell/كامبل, Dubois/دوبوا, Evans/إيفانز, Hughes/هيوز, Jensen/ينسن,
    Martin/مارتن, Moreau/مورو, Murphy/مورفي, O’Brien/أوبراين, Rossi/روسي, Schmidt/شميت, Smith/سميث, Taylor/تايلور,
    van Dijk/فان دايك, Walker/ووكر, Weber/فيبر, Wilson/ويلسون, Wright/رايت
  `),
  fullName: 'given-family',
}
