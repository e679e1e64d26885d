// Which names of keys, headers, options and variables say that a secret stands behind them. By the words of a name, so that
// accessToken, ACCESS_TOKEN and access-token are one, and max_tokens or token_type are none. Data and one question; pure.

/** The last word of a name that stands for a secret by itself. */
const lastWords = new Set(
  (
    'password passwords passwd passphrase passcode pwd secret secrets token tokens credential credentials cred creds ' +
    'authorization cookie cookies apikey apikeys bearer jwt privatekey secretkey accesskey authtoken accesstoken ' +
    'refreshtoken idtoken clientsecret setcookie pat'
  ).split(' '),
);

/** The last two words of one. */
const lastPairs = new Set(
  (
    'api key|api keys|private key|secret key|access key|signing key|encryption key|auth key|master key|session key|' +
    'account key|deploy key|license key|client key|ssh key|service key|auth header|session cookie|basic auth|auth data|' +
    'webhook url'
  ).split('|'),
);

/** Names that are one as a whole only. */
const wholeNames = new Set(['auth', 'authentication', 'pin', 'otp', 'passwort']);

/** Before `token`, these make it a place in a list or a count. */
const harmlessBefore = new Set(
  'page next previous prev progress cancel cancellation continuation stop eos bos pad end start max min num total'.split(
    ' ',
  ),
);

/** Words whose values are secrets even when they are numbers; a number behind `token` is a count more often. */
const numericWords = new Set('password passwd passphrase passcode pwd secret pin otp'.split(' '));

/** "X-Api-Key", "apiKey", "API_KEY" → api, key. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** How a value behind that name is treated; undefined: it says nothing of a secret. */
export function sensitivity(name: string): 'texts' | 'numbersToo' | undefined {
  if (name.length > 200) return undefined;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (words.length === 1 && wholeNames.has(last)) return numericWords.has(last) ? 'numbersToo' : 'texts';
  if (lastPairs.has(`${before} ${last}`)) return 'texts';
  if (!lastWords.has(last)) return undefined;
  if (last.startsWith('token') && harmlessBefore.has(before)) return undefined;
  // By itself it is the folder one is in.
  if (last === 'pwd' && (before === '' || before === 'old')) return undefined;
  return numericWords.has(last) ? 'numbersToo' : 'texts';
}

/** One spelling for names that a person writes in several ways. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[-_. ]+/g, '');
}
