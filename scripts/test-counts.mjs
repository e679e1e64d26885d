// Reads how many tests passed out of a runner's JSON report. A run that failed in another way than by a test (a file
// that cannot be loaded, an unhandled rejection, no test at all) is a failure too, and counts as one.
import fs from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number, note?: string }} Counts */

/**
 * @param {'check' | 'vitest' | 'playwright'} kind
 * @param {number} code the runner's exit code
 * @param {string} reportFile
 * @returns {Counts}
 */
export function countsOf(kind, code, reportFile) {
  if (kind === 'check') return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  if (!fs.existsSync(reportFile))
    return { passed: 0, failed: 1, skipped: 0, note: 'it ended without a report' };
  const report = JSON.parse(fs.readFileSync(reportFile, 'utf8'));
  const counts = kind === 'vitest' ? vitestCounts(report) : playwrightCounts(report);
  if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, note: 'no test was run' };
  if (code !== 0 && counts.failed === 0)
    return { ...counts, failed: 1, note: `no test failed, but it ended with code ${code}` };
  return counts;
}

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults
 */

/** @param {VitestReport} report @returns {Counts} */
function vitestCounts(report) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
    ...(brokenFiles > 0 ? { note: `${brokenFiles} of the failures: a file that could not be run` } : {}),
  };
}

/** @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report @returns {Counts} */
function playwrightCounts({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}
