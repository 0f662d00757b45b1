import { type Feature, route } from '#server/http/serve.ts'
import { answerOffer, offerData } from '#shared/contract/offer.ts'
import { giveAnswer } from './give-answer.ts'
import { readPage } from './open-link.ts'

export const offerPageRoutes: Feature = () => [route.open(offerData, readPage), route.open(answerOffer, giveAnswer)]
