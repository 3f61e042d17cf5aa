/** GUIDs that stay: of topics, made from clash ids; and IFC's short form of them. */

/** All GUIDs of Collidescope are made in this namespace. */
const NAMESPACE = 'b5f4a3f2-6c1e-4d8b-9a57-2f0c7e1d9a41';

/** Version 5 of RFC 9562: from the SHA-1 of a namespace and a name. */
export async function guidOf(name: string): Promise<string> {
  const space = NAMESPACE.replaceAll('-', '')
    .match(/../g)!
    .map((pair) => Number.parseInt(pair, 16));
  const digest = await crypto.subtle.digest('SHA-1', Uint8Array.from([...space, ...new TextEncoder().encode(name)]));
  const bytes = new Uint8Array(digest).slice(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x50;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Of the topic of a clash: the same in every run, as long as the clash has its id. */
export function topicGuid(clashId: string): Promise<string> {
  return guidOf(`clash ${clashId}`);
}

const IFC_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$';
const IFC_GUID = /^[0-3][0-9A-Za-z_$]{21}$/;
const UUID = /^\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;

/**
 * IFC's form of what a file calls an object: 22 digits to base 64. A UUID is brought into it; undefined for anything else. The
 * number behind a slash is that of a shell (`--split`), of which IFC knows nothing.
 */
export function ifcGuid(guid: string | undefined): string | undefined {
  const [own = ''] = guid?.split('/') ?? [];
  if (IFC_GUID.test(own)) return own;
  const parts = UUID.exec(own);
  if (!parts) return undefined;
  let rest = BigInt(`0x${parts.slice(1).join('')}`);
  let digits = '';
  for (let i = 0; i < 22; i++) {
    digits = IFC_DIGITS[Number(rest % 64n)] + digits;
    rest /= 64n;
  }
  return digits;
}
