import { ask } from '#client/platform/http.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import {
  type PlaceInput,
  readPlaces,
  removeTill,
  savePlace,
  saveTill,
  type TillInput,
} from '#shared/sync/places.contract.ts'

export const listPlaces = async () => (await ask(readPlaces, {})).places
export const putPlace = (place: PlaceInput, seenName: Bilingual | null) => ask(savePlace, { place, seenName })
export const putTill = (placeTill: TillInput, seenName: Bilingual | null) => ask(saveTill, { placeTill, seenName })
export const dropTill = (tillId: string) => ask(removeTill, { tillId })
