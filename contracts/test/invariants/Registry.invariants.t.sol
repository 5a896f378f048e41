// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {IRegistryCertificates} from "../../src/interfaces/IRegistryCertificates.sol";
import {IRegistryRoles} from "../../src/interfaces/IRegistryRoles.sol";
import {CertificateGhosts} from "./CertificateGhosts.sol";
import {Fingerprint} from "./Fingerprint.sol";
import {Ghosts} from "./Ghosts.sol";
import {InvariantTest} from "./InvariantTest.sol";
import {RegistryHandler} from "./RegistryHandler.sol";

contract RegistryInvariants is InvariantTest {
    RegistryHandler internal handler;
    IRegistry internal register;

    function setUp() external {
        handler = new RegistryHandler();
        register = handler.direct();
        drive(address(handler), operations());
    }

    // ------------------------------------------------------------- invariants
    //
    // After each call these look at the agent that the call was about; after each run
    // `afterInvariant` looks at every agent and everybody.

    function invariant_AWalletHasAtMostOneBoundRecord() external view {
        assertEq(register.totalAgents(), handler.agentsSeen(), "every agent was registered, once");
        assertEq(register.nextAgentId(), handler.agentsSeen() + 1);
        if (_isAgent(handler.touched())) _assertBound(handler.touched());
    }

    function invariant_GenerationIsTheParentsPlusOneWithinTheDepthOfItsTime() external view {
        if (_isAgent(handler.touched())) _assertGeneration(handler.touched());
    }

    function invariant_NoWayOutOfAFinalState() external view {
        if (_isAgent(handler.touched())) _assertFinal(handler.touched());
    }

    function invariant_ChildrenAddUp() external view {
        if (!_isAgent(handler.touched())) return;
        _assertChildren(handler.touched());
        uint256 parentAgentId = register.getAgent(handler.touched()).parentAgentId;
        if (parentAgentId != 0) _assertChildren(parentAgentId);
    }

    function invariant_NobodyOutsideTheGuardsChangesAnything() external view {
        assertEq(handler.surprise(), "");
    }

    function invariant_ANonceMovesByOnePerSuccessAndNeverOtherwise() external view {
        address[] memory people = handler.people();
        for (uint256 i = 0; i < people.length; ++i) {
            assertEq(handler.nonceOf(people[i]), handler.requestsRun(people[i]));
        }
        assertEq(handler.nonceOf(address(0)), 0);
    }

    function invariant_NobodyHasBothAgreedAndRefused() external view {
        if (_isAgent(handler.touched())) _assertWords(handler.touched());
    }

    function invariant_AReleasedRecordChangesByItsPartiesWordAlone() external view {
        assertEq(handler.strangersWord(), "");
        if (_isAgent(handler.touched())) _assertEnd(handler.touched());
    }

    function invariant_ARetiredWalletIsNobodysForEver() external view {
        address[] memory retired = handler.retirements();
        // Each of them after a run, and after each call the last few.
        uint256 first = retired.length > 4 ? retired.length - 4 : 0;
        for (uint256 i = first; i < retired.length; ++i) _assertRetired(retired[i]);
    }

    function invariant_OnlyTheHaftungspersonMovesAWallet() external view {
        assertEq(handler.strangersWallet(), "");
    }

    function invariant_AnAttestationChangesItsTimeAlone() external view {
        assertEq(handler.besidesAttestation(), "");
    }

    function invariant_TheEventsAloneRebuildFlagsAndWalletSlots() external view {
        if (_isAgent(handler.touched())) _assertSlots(handler.touched());
    }

    function invariant_OnlyARegulatorLeadsOutOfSuspendedAndRevoked() external view {
        assertEq(handler.escape(), "");
    }

    function invariant_OnlyANotaryStatesAndOnlyThePersonAccepts() external view {
        assertEq(handler.strangersCertificate(), "");
        _assertKept(_touchedPair());
    }

    function invariant_NothingCountsAfterItsEndItsWithdrawalOrTheNotarysRemoval() external view {
        _assertCounts(_touchedPair());
    }

    function invariant_ACertificateChangesNothingOfAnAgent() external view {
        assertEq(handler.besidesCertificate(), "");
    }

    function invariant_TheEventsAloneRebuildCertificatesAndNotaries() external view {
        _assertSameCertificate(_touchedPair());
    }

    function invariant_DirectAndForwardedEndInTheSameState() external view {
        assertEq(handler.difference(), "");
        _assertSame(handler.touched(), handler.forwarded());
    }

    function invariant_TheEventsAloneRebuildTheRegister() external view {
        assertEq(handler.rebuilt().contradiction(), "");
        _assertSame(handler.touched(), IRegistry(address(handler.rebuilt())));
    }

    function afterInvariant() external view {
        IRegistry rebuilt = IRegistry(address(handler.rebuilt()));
        uint256 listed;
        uint256 withParent;
        for (uint256 id = 1; id <= register.totalAgents(); ++id) {
            _assertBound(id);
            _assertGeneration(id);
            _assertFinal(id);
            _assertWords(id);
            _assertEnd(id);
            _assertSlots(id);
            listed += _assertChildren(id);
            if (register.getAgent(id).parentAgentId != 0) ++withParent;
            _assertSame(id, handler.forwarded());
            _assertSame(id, rebuilt);
        }
        assertEq(listed, withParent, "every child is listed, and nobody else");

        address[] memory people = handler.people();
        for (uint256 i = 0; i < people.length; ++i) {
            bytes32 expected = Fingerprint.ofAddress(register, people[i]);
            assertEq(expected, Fingerprint.ofAddress(handler.forwarded(), people[i]), "forwarded: an address");
            assertEq(expected, Fingerprint.ofAddress(rebuilt, people[i]), "rebuilt: an address");
            uint256 id = register.walletToAgent(people[i]);
            if (id != 0) assertEq(register.getAgent(id).agentWallet, people[i], "number to wallet");
            assertEq(_walletSlot(people[i]), handler.rebuilt().walletSlot(people[i]), "a wallet's slot");
        }
        address[] memory retired = handler.retirements();
        for (uint256 i = 0; i < retired.length; ++i) _assertRetired(retired[i]);
        assertEq(register.walletToAgent(address(0)), 0);
        CertificateGhosts.Pair[] memory pairs = handler.pairs();
        for (uint256 i = 0; i < pairs.length; ++i) {
            _assertKept(pairs[i]);
            _assertCounts(pairs[i]);
            _assertSameCertificate(pairs[i]);
        }
    }

    // -------------------------------------------------------------- one agent

    /// @dev Each record that is not released is its wallet's number, so that no two have the same wallet.
    function _assertBound(uint256 id) private view {
        address wallet = register.getAgent(id).agentWallet;
        assertEq(wallet, handler.remembered(id).agentWallet, "the wallet of registration, or that took its place");
        uint256 boundTo = register.walletToAgent(wallet);
        if (!register.isWalletReleased(id)) return assertEq(boundTo, id, "wallet to number");
        if (boundTo == 0) return;
        assertTrue(boundTo > id, "a released wallet went back");
        assertEq(register.getAgent(boundTo).agentWallet, wallet, "bound to another's record");
        assertFalse(register.isWalletReleased(boundTo), "bound to a released record");
        assertEq(register.getAgent(boundTo).creator, wallet, "a reserved wallet registered by another");
    }

    function _assertRetired(address wallet) private view {
        uint256 id = handler.retiredFrom(wallet);
        assertEq(register.retiredWallet(wallet), id, "retired for ever");
        assertEq(register.walletToAgent(wallet), 0, "a retired wallet has an agent");
        assertEq(_walletSlot(wallet), uint256(2) << 248 | id, "a retired wallet's slot");
        assertTrue(register.getAgent(id).agentWallet != wallet, "a retired wallet is back");
    }

    /// @dev What no view shows, read raw: the flags, and how the wallet stands.
    function _assertSlots(uint256 id) private view {
        uint256 verdict = uint256(vm.load(address(register), keccak256(abi.encode(id, 1))));
        assertEq(verdict >> 248, handler.rebuilt().flags(id), "flags");
        address wallet = register.getAgent(id).agentWallet;
        assertEq(_walletSlot(wallet), handler.rebuilt().walletSlot(wallet), "the wallet's slot");
    }

    function _walletSlot(address wallet) private view returns (uint256) {
        return uint256(vm.load(address(register), keccak256(abi.encode(wallet, 0))));
    }

    /// @dev As at its release, but for the words of its Haftungsperson and its parent.
    function _assertEnd(uint256 id) private view {
        bytes32 end = handler.remembered(id).end;
        assertEq(register.isWalletReleased(id), end != 0, "a release for ever");
        if (end == 0) return;
        assertEq(Fingerprint.ofEnd(register, id), end, "a released record changed");
        uint8 status = uint8(register.getAgent(id).status);
        assertTrue(status >= uint8(IRegistry.Status.Revoked), "a released record goes on");
    }

    function _assertGeneration(uint256 id) private view {
        IRegistry.Agent memory agent = register.getAgent(id);
        Ghosts.Memory memory kept = handler.remembered(id);
        assertEq(agent.parentAgentId, kept.parentAgentId, "the parent of registration");
        if (agent.parentAgentId == 0) return assertEq(agent.generation, 0, "a root");
        assertTrue(agent.parentAgentId < id, "a parent is older");
        assertEq(agent.generation, register.getAgent(agent.parentAgentId).generation + 1, "the parent's plus one");
        assertTrue(agent.generation <= kept.depthAllowed, "too deep");
    }

    function _assertFinal(uint256 id) private view {
        Ghosts.Memory memory kept = handler.remembered(id);
        if (kept.isFinal) assertEq(uint8(register.getAgent(id).status), uint8(kept.finalStatus), "left a final state");
    }

    function _assertChildren(uint256 id) private view returns (uint256 count) {
        uint256[] memory children = register.getChildren(id);
        uint256 previous = id;
        for (uint256 i = 0; i < children.length; ++i) {
            // Strictly rising: in order, none twice, and no agent its own descendant.
            assertTrue(children[i] > previous, "out of order");
            previous = children[i];
            assertEq(register.getAgent(children[i]).parentAgentId, id, "a child of another");
        }
        return children.length;
    }

    function _assertWords(uint256 id) private view {
        (bool wallet, bool haftungsperson, bool parent) = register.consents(id);
        (bool haftungspersonRefused, bool parentRefused) = register.refusals(id);
        assertFalse(haftungsperson && haftungspersonRefused, "both: the haftungsperson");
        assertFalse(parent && parentRefused, "both: the parent");
        assertFalse(wallet && register.isWalletReleased(id), "both: the wallet");
        assertTrue(wallet || !handler.remembered(id).words.walletAgreed, "a wallet's consent withdrawn");
        if (register.getAgent(id).parentAgentId == 0) assertTrue(parent, "a root needs no parent's consent");
    }

    /// @dev The twin answers as the register does: of the agent, if it is one, and of the roles.
    function _assertSame(uint256 id, IRegistry twin) private view {
        assertEq(Fingerprint.ofRoles(register), Fingerprint.ofRoles(twin), "roles, depth, count");
        if (!_isAgent(id)) return;
        string memory name = string.concat("agent ", vm.toString(id));
        assertEq(Fingerprint.ofAgent(register, id), Fingerprint.ofAgent(twin, id), name);
    }

    // --------------------------------------------------------- one certificate

    function _touchedPair() private view returns (CertificateGhosts.Pair memory pair) {
        (pair.person, pair.notary) = handler.touchedPair();
    }

    /// @dev As the last call about it left it, whatever else was called since.
    function _assertKept(CertificateGhosts.Pair memory pair) private view {
        bytes32 kept = handler.keptCertificate(pair.person, pair.notary);
        bytes32 none = Fingerprint.ofCertificate(register, address(0), address(0));
        bytes32 found = Fingerprint.ofCertificate(register, pair.person, pair.notary);
        assertEq(found, kept == 0 ? none : kept, "a certificate changed by another call");
    }

    function _assertCounts(CertificateGhosts.Pair memory pair) private view {
        (,,, uint64 until, bool accepted) = register.certificateOf(pair.person, pair.notary);
        bool counts = accepted && until > block.timestamp && register.isNotary(pair.notary);
        uint256 acceptedUntil = handler.acceptedUntil(pair.person, pair.notary);
        bool mayCount = acceptedUntil > block.timestamp && handler.isAccredited(pair.notary);
        assertEq(counts, mayCount, "counts");
    }

    function _assertSameCertificate(CertificateGhosts.Pair memory pair) private view {
        (address person, address notary) = (pair.person, pair.notary);
        bytes32 found = Fingerprint.ofCertificate(register, person, notary);
        IRegistry rebuilt = IRegistry(address(handler.rebuilt()));
        assertEq(found, Fingerprint.ofCertificate(rebuilt, person, notary), "rebuilt: a certificate");
        assertEq(found, Fingerprint.ofCertificate(handler.forwarded(), person, notary), "forwarded: a certificate");
        assertEq(register.isNotary(notary), rebuilt.isNotary(notary), "rebuilt: a notary");
        bytes32 place = keccak256(abi.encode(notary, keccak256(abi.encode(person, 10))));
        uint256 slot = uint256(vm.load(address(register), place));
        assertEq(slot, handler.rebuilt().certificateSlot(person, notary), "a certificate's slot");
    }

    function _isAgent(uint256 id) private view returns (bool) {
        return id != 0 && id <= register.totalAgents();
    }

    // ---------------------------------------------------------------- reached

    /// The invariants say little unless the handler gets everywhere: a fixed run of it must, and they hold
    /// at its end.
    function test_TheHandlerReachesEverything() external {
        runFixed(address(handler), operations(), 6_000);
        assertEq(handler.surprise(), "");
        assertEq(handler.difference(), "");
        assertEq(handler.strangersWord(), "");
        assertEq(handler.strangersWallet(), "");
        assertEq(handler.besidesAttestation(), "");
        assertEq(handler.escape(), "");
        assertEq(handler.strangersCertificate(), "");
        assertEq(handler.besidesCertificate(), "");
        assertEq(handler.rebuilt().contradiction(), "");
        this.afterInvariant();
        _assertReached(IRegistry.registerAgent.selector, "registerAgent");
        _assertReached(IRegistry.attestCompliance.selector, "attestCompliance");
        _assertReached(IRegistry.reportRevenue.selector, "reportRevenue");
        _assertReached(IRegistry.updateCapabilities.selector, "updateCapabilities");
        _assertReached(IRegistry.updateConstitution.selector, "updateConstitution");
        _assertReached(IRegistry.terminateSelf.selector, "terminateSelf");
        _assertReached(IRegistry.confirmAgent.selector, "confirmAgent");
        _assertReached(IRegistry.confirmRecord.selector, "confirmRecord");
        _assertReached(IRegistry.declineAgent.selector, "declineAgent");
        _assertReached(IRegistry.releaseWallet.selector, "releaseWallet");
        _assertReached(IRegistry.proposeHaftungsperson.selector, "proposeHaftungsperson");
        _assertReached(IRegistry.acceptHaftungsperson.selector, "acceptHaftungsperson");
        _assertReached(IRegistry.attestComplianceMany.selector, "attestComplianceMany");
        _assertReached(IRegistry.proposeWallet.selector, "proposeWallet");
        _assertReached(IRegistry.acceptWallet.selector, "acceptWallet");
        _assertReached(IRegistry.setAttester.selector, "setAttester");
        _assertReached(IRegistryRoles.addNotary.selector, "addNotary");
        _assertReached(IRegistryRoles.removeNotary.selector, "removeNotary");
        _assertReached(IRegistryCertificates.certifyPerson.selector, "certifyPerson");
        _assertReached(IRegistryCertificates.acceptCertificate.selector, "acceptCertificate");
        _assertReached(IRegistryCertificates.endCertificate.selector, "endCertificate");
        _assertReached(IRegistry.suspendAgent.selector, "suspendAgent");
        _assertReached(IRegistry.revokeAgent.selector, "revokeAgent");
        _assertReached(IRegistry.reactivateAgent.selector, "reactivateAgent");
        _assertReached(IRegistryRoles.addRegulator.selector, "addRegulator");
        _assertReached(IRegistryRoles.removeRegulator.selector, "removeRegulator");
        _assertReached(IRegistryRoles.setMaxGenerationDepth.selector, "setMaxGenerationDepth");
        _assertReached(IRegistryRoles.transferOwnership.selector, "transferOwnership");
        _assertReached(IRegistryRoles.acceptOwnership.selector, "acceptOwnership");
        _assertDeep();
        _assertLived();
        _assertCertified();
    }

    function operations() private view returns (bytes4[] memory selectors) {
        selectors = new bytes4[](30);
        selectors[0] = handler.registerRoot.selector;
        selectors[1] = handler.registerChild.selector;
        selectors[2] = handler.registerDescendant.selector;
        selectors[3] = handler.attestCompliance.selector;
        selectors[4] = handler.reportRevenue.selector;
        selectors[5] = handler.updateCapabilities.selector;
        selectors[6] = handler.updateConstitution.selector;
        selectors[7] = handler.confirmAgent.selector;
        selectors[8] = handler.suspendAgent.selector;
        selectors[9] = handler.reactivateAgent.selector;
        selectors[10] = handler.endAgent.selector;
        selectors[11] = handler.setMaxGenerationDepth.selector;
        selectors[12] = handler.administer.selector;
        selectors[13] = handler.acceptOwnership.selector;
        selectors[14] = handler.passTime.selector;
        selectors[15] = handler.sendStrayRequest.selector;
        selectors[16] = handler.confirmRecord.selector;
        selectors[17] = handler.declineAgent.selector;
        selectors[18] = handler.releaseWallet.selector;
        selectors[19] = handler.proposeHaftungsperson.selector;
        selectors[20] = handler.acceptHaftungsperson.selector;
        selectors[21] = handler.attestComplianceMany.selector;
        selectors[22] = handler.proposeWallet.selector;
        selectors[23] = handler.acceptWallet.selector;
        selectors[24] = handler.setAttester.selector;
        selectors[25] = handler.actAsAttester.selector;
        selectors[26] = handler.accredit.selector;
        selectors[27] = handler.certifyPerson.selector;
        selectors[28] = handler.acceptCertificate.selector;
        selectors[29] = handler.endCertificate.selector;
    }

    function _assertReached(bytes4 selector, string memory name) private view {
        assertTrue(handler.accepted(selector) >= 10, string.concat("hardly ever accepted: ", name));
        assertTrue(handler.refused(selector) >= 10, string.concat("hardly ever refused: ", name));
    }

    function _assertDeep() private view {
        uint256 deepest;
        uint256 reports;
        uint256[4] memory inState;
        uint256 confirmedLater;
        for (uint256 id = 1; id <= register.totalAgents(); ++id) {
            IRegistry.Agent memory agent = register.getAgent(id);
            if (agent.generation > deepest) deepest = agent.generation;
            ++inState[uint8(agent.status)];
            reports += register.getRevenueHistory(id).length;
            (bool wallet,,) = register.consents(id);
            if (wallet && agent.creator != agent.agentWallet) ++confirmedLater;
        }
        assertTrue(deepest >= 5, "no deep lineage");
        assertTrue(reports >= 20, "hardly any revenue");
        assertTrue(confirmedLater >= 5, "hardly any consent after registration");
        for (uint256 i = 0; i < 4; ++i) assertTrue(inState[i] >= 5, "a state hardly reached");
    }

    /// @dev What parties can make of an entry came to pass, each more than now and then.
    function _assertLived() private view {
        uint256 refusedByHaftungsperson;
        uint256 refusedByParent;
        uint256 registeredAnew;
        uint256 revokedAndReleased;
        for (uint256 id = 1; id <= register.totalAgents(); ++id) {
            (bool byHaftungsperson, bool byParent) = register.refusals(id);
            if (byHaftungsperson) ++refusedByHaftungsperson;
            if (byParent) ++refusedByParent;
            if (!register.isWalletReleased(id)) continue;
            IRegistry.Agent memory agent = register.getAgent(id);
            if (register.isRegistered(agent.agentWallet)) ++registeredAnew;
            if (agent.status == IRegistry.Status.Revoked) ++revokedAndReleased;
        }
        assertTrue(refusedByHaftungsperson >= 5, "hardly any haftungsperson refused");
        assertTrue(refusedByParent >= 5, "hardly any parent refused");
        assertTrue(handler.releases() >= 20, "hardly any wallet released");
        assertTrue(registeredAnew >= 5, "hardly any wallet registered anew");
        assertTrue(revokedAndReleased >= 1, "no wallet of a revoked agent released");
        assertTrue(handler.handovers() >= 10, "hardly any handover");
        assertTrue(handler.refusalsTakenBack() >= 5, "hardly any refusal taken back");
        assertTrue(handler.consentsTakenBack() >= 5, "hardly any consent taken back");
        assertTrue(handler.wordsAfterRelease() >= 5, "hardly any word about a released record");
        assertTrue(handler.retirements().length >= 10, "hardly any wallet replaced");
        assertTrue(handler.leftSuspension() >= 1, "no wallet left a suspension by refusal");
        assertTrue(handler.attestedByAttester() >= 10, "hardly any attestation by an attester");
        assertEq(handler.mostEvents(IRegistry.acceptWallet.selector), 3, "never dropped attester and proposal");
        assertEq(handler.mostEvents(IRegistry.acceptHaftungsperson.selector), 2, "never dropped a proposed wallet");
        assertEq(handler.mostEvents(IRegistry.declineAgent.selector), 3, "never refused and released at once");
        assertEq(handler.mostEvents(IRegistry.releaseWallet.selector), 2, "never released and terminated");
        assertTrue(handler.mostEvents(IRegistry.attestComplianceMany.selector) >= 3, "never a fleet");
    }

    /// @dev What can become of a certificate came to pass.
    function _assertCertified() private view {
        assertTrue(handler.acceptedReplaced() >= 5, "hardly any accepted certificate replaced");
        assertTrue(handler.acceptedTooLate() >= 1, "no certificate accepted after its end");
        assertTrue(handler.accreditedAgain() >= 5, "hardly any notary added again");
        assertTrue(handler.endedBy("person") >= 3, "hardly any ended by the person");
        assertTrue(handler.endedBy("notary") >= 3, "hardly any ended by the notary");
        assertTrue(handler.endedBy("removed notary") >= 1, "none ended by a removed notary");
        assertTrue(handler.endedBy("regulator") >= 3, "hardly any ended by a regulator");
        CertificateGhosts.Pair[] memory pairs = handler.pairs();
        uint256 counting;
        for (uint256 i = 0; i < pairs.length; ++i) {
            uint256 until = handler.acceptedUntil(pairs[i].person, pairs[i].notary);
            if (until > block.timestamp && register.isNotary(pairs[i].notary)) ++counting;
        }
        assertTrue(counting >= 1, "none counts at the end");
    }
}
