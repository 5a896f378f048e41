import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registryAbi, registryReverts, relayErrors } from "@agent-registry/protocol";
import { devAccounts, signedRequest } from "@agent-registry/testkit";
import {
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  type LocalAccount,
  zeroAddress,
  zeroHash,
} from "viem";
import { newSigner, startTestChain, toBody } from "./testing/test-relayer.ts";

const { chain, deployment, startRelayer, register } = await startTestChain();
const relayer = await startRelayer();

type Call = { functionName: string; args: readonly unknown[] };

/** Posts a call to the Registry in the signer's name. */
async function relay(signer: LocalAccount, { nonce = 0n, ...call }: Call & { nonce?: bigint }) {
  const data = encodeFunctionData({ abi: registryAbi, ...call } as EncodeFunctionDataParameters);
  return relayer.post(toBody(await signedRequest({ signer, deployment, overrides: { data, nonce } })));
}

/** A stranger registers a wallet that belongs to another owner. */
async function enterUnasked() {
  const owner = newSigner();
  const entry = await relayer.post(toBody(await register({ agentWallet: owner.address })));
  assert.equal(entry.status, 200);
  const contract = { address: deployment.registryAddress, abi: registryAbi } as const;
  const agentOf = () =>
    chain.reader.readContract({ ...contract, functionName: "walletToAgent", args: [owner.address] });
  return { owner, agentOf, agentId: await agentOf() };
}

const reverted = (reason: string) => ({
  status: 500,
  body: { error: relayErrors.contractReverted(reason) },
});

describe("the words of those whom a record names", () => {
  it("are relayed: the owner of a wallet declines, and is refused a second time", async () => {
    const { owner, agentOf, agentId } = await enterUnasked();
    const decline = { functionName: "declineAgent", args: [agentId] };
    assert.equal((await relay(owner, decline)).status, 200);
    assert.equal(await agentOf(), 0n);
    assert.deepEqual(
      await relay(owner, { ...decline, nonce: 1n }),
      reverted(registryReverts.walletAlreadyReleased),
    );
  });

  it("are refused with the contract's reason", async () => {
    const { owner, agentId } = await enterUnasked();
    const refused: [Call, string][] = [
      [{ functionName: "confirmRecord", args: [agentId, zeroHash] }, registryReverts.recordChanged],
      [{ functionName: "releaseWallet", args: [agentId] }, registryReverts.onlyRegulator],
      [
        { functionName: "acceptHaftungsperson", args: [agentId, zeroHash] },
        registryReverts.onlyProposedHaftungsperson,
      ],
      [{ functionName: "proposeWallet", args: [agentId, zeroAddress] }, registryReverts.onlyHaftungsperson],
      [{ functionName: "acceptWallet", args: [agentId, zeroHash] }, registryReverts.onlyProposedWallet],
      [{ functionName: "attestComplianceMany", args: [[]] }, registryReverts.noAgentsGiven],
      [
        { functionName: "certifyPerson", args: [owner.address, 1, 1, 2n ** 63n, zeroHash] },
        registryReverts.onlyNotary,
      ],
      [{ functionName: "acceptCertificate", args: [zeroAddress, 1, 1, 0n] }, registryReverts.noCertificate],
    ];
    for (const [call, reason] of refused) assert.deepEqual(await relay(owner, call), reverted(reason));
    const { haftungsperson } = devAccounts;
    const propose = {
      functionName: "proposeHaftungsperson",
      args: [agentId, haftungsperson.address],
    };
    assert.deepEqual(await relay(newSigner(), propose), reverted(registryReverts.notAuthorized));
    assert.equal((await relay(owner, propose)).status, 200);
  });

  it("can be taken back before they are relayed, by a call that changes nothing", async () => {
    const { owner, agentOf, agentId } = await enterUnasked();
    const changesNothing = { functionName: "setAttester", args: [agentId, zeroAddress] };
    assert.equal((await relay(owner, changesNothing)).status, 200);
    const signedBefore = { functionName: "declineAgent", args: [agentId] };
    assert.equal((await relay(owner, signedBefore)).status, 401);
    assert.equal(await agentOf(), agentId);
  });
});

describe("the keys of an entry", () => {
  const contract = { address: deployment.registryAddress, abi: registryAbi } as const;
  const recordHash = (agentId: bigint) =>
    chain.reader.readContract({ ...contract, functionName: "recordHash", args: [agentId] });

  it("are changed gasless: the Haftungsperson proposes a wallet, and the wallet accepts", async () => {
    // Whoever registers here is the Haftungsperson, and has agreed by it.
    const [person, lost, next] = [newSigner(), newSigner(), newSigner()];
    const entry = await register({ signer: person, agentWallet: lost.address });
    assert.equal((await relayer.post(toBody(entry))).status, 200);
    const agentOf = ({ address }: LocalAccount) =>
      chain.reader.readContract({ ...contract, functionName: "walletToAgent", args: [address] });
    const agentId = await agentOf(lost);
    const propose = { functionName: "proposeWallet", args: [agentId, next.address] };
    assert.deepEqual(await relay(lost, propose), reverted(registryReverts.onlyHaftungsperson));
    assert.equal((await relay(person, { ...propose, nonce: 1n })).status, 200);

    const accept = (seen: string) => ({ functionName: "acceptWallet", args: [agentId, seen] });
    assert.deepEqual(await relay(next, accept(zeroHash)), reverted(registryReverts.recordChanged));
    assert.equal((await relay(next, accept(await recordHash(agentId)))).status, 200);
    assert.deepEqual([await agentOf(next), await agentOf(lost)], [agentId, 0n]);
    const attest = { functionName: "attestCompliance", args: [agentId] };
    assert.deepEqual(await relay(lost, attest), reverted(registryReverts.notAuthorized));
  });

  it("let an attester attest, and nothing else", async () => {
    const { owner, agentId } = await enterUnasked();
    const attester = newSigner();
    const name = { functionName: "setAttester", args: [agentId, attester.address] };
    assert.deepEqual(await relay(attester, name), reverted(registryReverts.notAuthorized));
    assert.equal((await relay(owner, name)).status, 200);
    assert.equal((await relay(attester, { functionName: "attestCompliance", args: [agentId] })).status, 200);
    const many = { functionName: "attestComplianceMany", args: [[agentId]], nonce: 1n };
    assert.equal((await relay(attester, many)).status, 200);
    const others: Call[] = [
      { functionName: "terminateSelf", args: [agentId] },
      { functionName: "confirmAgent", args: [agentId] },
      name,
    ];
    for (const call of others)
      assert.deepEqual(
        await relay(attester, { ...call, nonce: 2n }),
        reverted(registryReverts.notAuthorized),
      );
  });
});
