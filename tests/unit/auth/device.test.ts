import { deviceOf } from '@/lib/auth/device'

const MOZILLA = 'Mozilla/5.0'
const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome',
    'Windows',
  ],
  [
    `${MOZILLA} (Windows NT 10.0) ${KIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge',
    'Windows',
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15`,
    'Safari',
    'macOS',
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1`,
    'Safari',
    'iPhone',
  ],
  [
    `${MOZILLA} (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Safari/604.1`,
    'Chrome',
    'iPad',
  ],
  [
    `${MOZILLA} (Linux; Android 10; K) ${KIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox', 'Linux'],
  [
    `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome',
    'ChromeOS',
  ],
  [
    `${MOZILLA} (Windows NT 10.0) ${KIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0`,
    'Opera',
    'Windows',
  ],
])('the browser and the system are named in %s', (agent, browser, system) =>
  expect(deviceOf(agent)).toEqual({ browser, system }),
)

test.each([[null], [''], ['curl/8.5.0'], ['x'.repeat(10_000)], ['\u0000<script>']])(
  'nothing is made up about %j',
  (agent) => expect(deviceOf(agent)).toEqual({ browser: null, system: null }),
)
