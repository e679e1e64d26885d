// Whether the text of a failed call says that its arguments were wrong, or that something went wrong all the same. Pure.

const words: readonly RegExp[] = [
  /\binvalid\b/i,
  /\bmust (?:not )?(?:be|have|match|contain)\b/i,
  /\b(?:is|are) (?:required|missing|not allowed|not valid|too (?:long|short|large|big|small|many|few))\b/i,
  /\bmissing (?:required|argument|parameter|property|field)\b/i,
  /\b(?:expected|should be) (?:an? )?(?:string|text|number|integer|boolean|array|list|object|null|one of)\b/i,
  /\b(?:out of range|at (?:most|least)|(?:greater|less|more|fewer) than|between \S+ and)\b/i,
  /\b(?:unknown|unexpected|additional|unrecogni[sz]ed) (?:argument|parameter|property|field|key|value)\b/i,
  /\bvalidation (?:failed|error)\b|\bdoes not (?:match|fit|validate)\b/i,
];

/** The tool says that it was called wrongly. */
export function saysInvalid(text: string): boolean {
  return words.some((word) => word.test(text));
}
