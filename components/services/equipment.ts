import type { PictureName } from '@/lib/pictures'

type Rig = {
  /** Under `services.equipment.rigs` in the dictionaries. */
  key: 'microphones' | 'sound' | 'cameras' | 'lights' | 'monitoring' | 'editing'
  picture: PictureName
  items: { count: number; model: string }[]
}

/**
 * The rig list. The models are placeholders until the owner enters the studio's own (decision G5);
 * keep it true to what the services promise.
 */
export const EQUIPMENT: Rig[] = [
  {
    key: 'microphones',
    picture: 'microphone',
    items: [
      { count: 6, model: 'Shure SM7B' },
      { count: 1, model: 'Neumann TLM 103' },
      { count: 2, model: 'Sennheiser EW-DP + ME 2' },
      { count: 6, model: 'Gravity MS TB 01' },
    ],
  },
  {
    key: 'sound',
    picture: 'mixing-desk',
    items: [
      { count: 1, model: 'Allen & Heath SQ-5' },
      { count: 1, model: 'RØDECaster Pro II' },
      { count: 1, model: 'Sound Devices MixPre-10 II' },
    ],
  },
  {
    key: 'cameras',
    picture: 'camera',
    items: [
      { count: 4, model: 'Sony FX30' },
      { count: 4, model: 'Sigma 18–50mm F2.8' },
      { count: 1, model: 'Blackmagic ATEM Television Studio HD8 ISO' },
      { count: 1, model: 'Elgato Prompter' },
    ],
  },
  {
    key: 'lights',
    picture: 'lights',
    items: [
      { count: 2, model: 'Aputure LS 300x' },
      { count: 2, model: 'Aputure Light Dome II' },
      { count: 4, model: 'Nanlite PavoTube II 15C' },
    ],
  },
  {
    key: 'monitoring',
    picture: 'headphones',
    items: [
      { count: 8, model: 'Beyerdynamic DT 770 Pro' },
      { count: 2, model: 'Genelec 8030C' },
      { count: 1, model: 'PreSonus HP60' },
    ],
  },
  {
    key: 'editing',
    picture: 'edit-suite',
    items: [
      { count: 1, model: 'Apple Mac Studio' },
      { count: 2, model: 'EIZO ColorEdge CG2700S' },
      { count: 1, model: 'DaVinci Resolve Studio' },
      { count: 1, model: 'iZotope RX' },
    ],
  },
]
