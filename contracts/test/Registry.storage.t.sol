// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {IRegistryRoles} from "../src/interfaces/IRegistryRoles.sol";
import {CertificateBase} from "./base/CertificateBase.sol";

/// @dev Reads raw slots, as the verifier of a storage proof does: the layout is part of the interface.
contract RegistryStorageTest is CertificateBase {
    function test_GivenAnAgentsWallet() public {
        registerChild(agentId, "child");
        assertEq(uint256(walletSlot(wallet.addr)), 1);
        assertEq(uint256(walletSlot(makeActor("child").addr)), 2);
        assertEq(uint256(walletSlot(stranger.addr)), 0);
    }

    function test_GivenARecord() public {
        Registration memory r = registration();
        (r.agentWallet, r.parentAgentId, r.selfModifying) = (stranger.addr, agentId, true);
        uint256 id = register(stranger, r);
        vm.warp(block.timestamp + 100);
        vm.prank(stranger.addr);
        registry.attestCompliance(id);
        uint256 attestedAt = block.timestamp;
        vm.warp(block.timestamp + 50);
        vm.prank(stranger.addr);
        registry.reportRevenue(id, 1, "EUR", "research", 0, 1);
        giveStatus(id, IRegistry.Status.Revoked);

        uint256 slot = uint256(recordSlot(id));
        assertEq(address(uint160(slot)), stranger.addr, "bits 0-159: agentWallet");
        assertEq(uint40(slot >> 160), attestedAt, "bits 160-199: lastAttestation");
        assertEq(uint40(slot >> 200), block.timestamp, "bits 200-239: lastRevenueReport");
        assertEq(uint8(slot >> 240), 2, "bits 240-247: status");
        // self-modifying (1) and the wallet's own consent (2)
        assertEq(uint8(slot >> 248), 3, "bits 248-255: flags");
    }

    function test_GivenEveryFlag() public {
        Registration memory r = registration();
        (r.agentWallet, r.haftungsperson, r.parentAgentId) = (actorOf(1).addr, stranger.addr, agentId);
        uint256 id = register(stranger, r);
        handOver(id, actorOf(2).addr);
        assertEq(flagsOf(id), 4, "4: the haftungsperson agreed");
        say(actorOf(2), IRegistry.declineAgent.selector, id);
        assertEq(flagsOf(id), 16 + 128, "16: the haftungsperson refused, 128: and so suspended the agent");
        say(regulator, IRegistry.reactivateAgent.selector, id);
        assertEq(flagsOf(id), 16, "a regulator's reactivation clears 128 alone");
        say(wallet, IRegistry.confirmAgent.selector, id);
        assertEq(flagsOf(id), 16 + 8, "8: the parent agreed");
        say(wallet, IRegistry.declineAgent.selector, id);
        assertEq(flagsOf(id), 16 + 32, "32: the parent refused");
        say(regulator, IRegistry.releaseWallet.selector, id);
        assertEq(flagsOf(id), 16 + 32 + 64, "64: the wallet was released");

        (r.selfModifying, r.agentWallet) = (true, actorOf(3).addr);
        id = register(owner, r);
        assertEq(flagsOf(id), 1, "1: self-modifying");
        say(actorOf(3), IRegistry.confirmAgent.selector, id);
        assertEq(flagsOf(id), 1 + 2, "2: the wallet agreed");
        say(wallet, IRegistry.declineAgent.selector, id);
        assertEq(flagsOf(id), 1 + 2 + 32, "the others stay");
    }

    function test_GivenARootsFlags() public {
        assertEq(flagsOf(agentId), 8, "a root has the parent's consent");
        say(wallet, IRegistry.confirmAgent.selector, agentId);
        assertEq(flagsOf(agentId), 8 + 2, "the wallet's");
        say(haftungsperson, IRegistry.confirmAgent.selector, agentId);
        assertEq(flagsOf(agentId), 8 + 2 + 4, "the haftungsperson's");
        say(haftungsperson, IRegistry.declineAgent.selector, agentId);
        assertEq(flagsOf(agentId), 8 + 2 + 16 + 128, "taken back");
    }

    function test_WhenAWordIsGiven() public {
        uint256 rest = uint256(recordSlot(agentId)) & type(uint248).max;
        say(haftungsperson, IRegistry.confirmAgent.selector, agentId);
        assertEq(uint256(recordSlot(agentId)) & type(uint248).max, rest, "a consent moves its flag alone");
        handOver(agentId, stranger.addr);
        assertEq(uint256(recordSlot(agentId)) & type(uint248).max, rest, "a handover, too");
        say(stranger, IRegistry.declineAgent.selector, agentId);
        uint256 suspended = rest | uint256(1) << 240;
        assertEq(uint256(recordSlot(agentId)) & type(uint248).max, suspended, "a refusal, and the status");
        say(regulator, IRegistry.reactivateAgent.selector, agentId);
        assertEq(uint256(recordSlot(agentId)) & type(uint248).max, rest, "a reactivation, the status alone");
    }

    function test_GivenAReleasedWallet() public {
        releaseByWallet(agentId);
        assertEq(uint256(walletSlot(wallet.addr)), uint256(1) << 248 | agentId, "reserved: 1 in the top byte");
        assertEq(address(uint160(uint256(recordSlot(agentId)))), wallet.addr, "the record keeps its name");
        assertEq(uint8(uint256(recordSlot(agentId)) >> 240), 3, "Terminated");
        uint256 anew = register(wallet, registration());
        assertEq(uint256(walletSlot(wallet.addr)), anew, "the new number");
    }

    function test_GivenAReplacedWallet() public {
        uint256 rest = uint256(recordSlot(agentId)) >> 160 & type(uint80).max;
        replaceWallet(agentId, stranger.addr);
        assertEq(uint256(walletSlot(wallet.addr)), uint256(2) << 248 | agentId, "retired: 2 in the top byte");
        assertEq(uint256(walletSlot(stranger.addr)), agentId, "bound: 0 in the top byte");
        assertEq(address(uint160(uint256(recordSlot(agentId)))), stranger.addr, "the record has the new one");
        assertEq(flagsOf(agentId), 8 + 4 + 2, "which has agreed");
        assertEq(uint256(recordSlot(agentId)) >> 160 & type(uint80).max, rest, "the times stay");
        assertEq(uint8(uint256(recordSlot(agentId)) >> 240), 0, "Active");
    }

    function test_GivenAReplacedWalletThatIsTheCreatorToo() public {
        Registration memory r = registration();
        r.agentWallet = stranger.addr;
        uint256 own = register(stranger, r);
        assertEq(uint256(recordSlot(own, 2)) >> 248, 0, "the creator acts");
        replaceWallet(own, owner.addr);
        assertEq(uint256(recordSlot(own, 2)) >> 248, 1, "slot 2, bits 248-255: the creator is retired");
        replaceWallet(agentId, regulator.addr);
        assertEq(uint256(recordSlot(agentId, 2)) >> 248, 0, "another creator stays");
    }

    function test_GivenAnAttester() public {
        send(wallet, abi.encodeCall(IRegistry.setAttester, (agentId, stranger.addr)));
        assertEq(uint256(recordSlot(agentId, 10)), uint160(stranger.addr), "slot 10: attester");
        assertEq(uint8(uint256(recordSlot(agentId, 2)) >> 240), 1, "slot 2, bits 240-247: there is one");
        send(wallet, abi.encodeCall(IRegistry.setAttester, (agentId, address(0))));
        assertEq(uint256(recordSlot(agentId, 10)), 0, "none");
        assertEq(uint8(uint256(recordSlot(agentId, 2)) >> 240), 0, "none");
    }

    function test_GivenTheSlotsBehindTheVerdict() public {
        Registration memory r = registration();
        (r.agentWallet, r.parentAgentId) = (stranger.addr, agentId);
        r.operationalScope = "a scope that is longer than one word, and shorter than two";
        uint256 id = register(creator, r);
        send(creator, abi.encodeCall(IRegistry.proposeHaftungsperson, (id, owner.addr)));

        uint256 second = uint256(recordSlot(id, 1));
        assertEq(address(uint160(second)), creator.addr, "slot 1, bits 0-159: creator");
        assertEq(uint40(second >> 160), block.timestamp, "bits 160-199: registeredAt");
        assertEq(second >> 200, 1, "bits 200-255: generation");
        uint256 third = uint256(recordSlot(id, 2));
        assertEq(address(uint160(third)), haftungsperson.addr, "slot 2, bits 0-159: haftungsperson");
        assertEq(uint64(third >> 160), agentId, "bits 160-223: parentAgentId");
        assertEq(third >> 224, bytes(r.operationalScope).length, "bits 224-239: scopeLength, and zeros behind it");
        assertEq(recordSlot(id, 3), r.constitutionHash, "slot 3: constitutionHash");
        assertEq(recordSlot(id, 4), r.capabilityHash, "slot 4: capabilityHash");
        assertEq(recordSlot(id, 5), bytes32(0), "slot 5: only the place of a mapping");
        assertEq(scopeWord(id, 0), bytes32("a scope that is longer than one "), "its words in order");
        assertEq(scopeWord(id, 1), bytes32("word, and shorter than two"), "filled up with zeros");
        assertEq(scopeWord(id, 2), bytes32(0), "and no more than those");
        assertEq(uint256(recordSlot(agentId, 6)), 1, "slot 6: how many children");
        assertEq(uint256(recordSlot(id, 7)), 0, "slot 7: how many reports");
        assertEq(uint256(recordSlot(id, 8)), uint160(owner.addr), "slot 8: pendingHaftungsperson");
        offerWallet(id, regulator.addr);
        assertEq(uint256(recordSlot(id, 9)), uint160(regulator.addr), "slot 9: pendingWallet");
        assertEq(uint256(recordSlot(id, 10)), 0, "slot 10: no attester");
    }

    function testFuzz_GivenAnyStandingAndTime(uint256 elapsed, uint8 status, uint8 who) public {
        Actor memory newWallet = makeActor("new wallet");
        if (who & 4 != 0) replaceWallet(agentId, newWallet.addr);
        giveStatus(agentId, IRegistry.Status(status % 4));
        if (who & 8 != 0 && who & 4 == 0) say(regulator, IRegistry.releaseWallet.selector, agentId);
        vm.warp(registeredAt + elapsed % 14 days);
        address asked = [wallet.addr, stranger.addr, newWallet.addr][who % 3];
        assertEq(verdictFromSlots(asked), registry.isRegisteredAndCompliant(asked));
        uint256 slot = uint256(walletSlot(asked));
        assertEq(slot != 0 && slot >> 248 == 0, registry.isRegistered(asked));
        assertEq(slot >> 248 == 2 ? uint64(slot) : 0, registry.retiredWallet(asked));
    }

    // ------------------------------------------------- roles and certificates

    function test_GivenTheSlotsOfTheRoles() public {
        send(owner, abi.encodeCall(IRegistryRoles.transferOwnership, (stranger.addr)));
        send(owner, abi.encodeCall(IRegistryRoles.setMaxGenerationDepth, (7)));
        assertEq(uint256(plainSlot(5)), uint160(owner.addr), "slot 5: owner");
        assertEq(uint256(plainSlot(6)), uint160(stranger.addr), "slot 6: pendingOwner");
        assertEq(uint256(mappedSlot(regulator.addr, 7)), 1, "slot 7: account => isRegulator");
        assertEq(uint256(plainSlot(8)), 7, "slot 8: maxGenerationDepth");
        for (uint256 slot = 9; slot < 12; ++slot) assertEq(plainSlot(slot), 0, "9, 10: mappings; 11: nothing");
    }

    function test_GivenANotary() public {
        assertEq(uint256(mappedSlot(notary.addr, 9)), 1, "slot 9: account => isNotary");
        assertEq(uint256(mappedSlot(stranger.addr, 9)), 0, "no notary");
        dismiss(notary.addr);
        assertEq(uint256(mappedSlot(notary.addr, 9)), 0, "removed");
        assertEq(uint256(mappedSlot(otherNotary.addr, 9)), 1, "the other stays");
    }

    function test_GivenACertificate() public {
        giveCertificate();
        uint256 certifiedAt = block.timestamp;
        uint256 slot = uint256(certificateSlot(person.addr, notary.addr));
        assertEq(uint8(slot), NATURAL, "bits 0-7: kind");
        assertEq(uint8(slot >> 8), HIGH, "bits 8-15: level");
        assertEq(uint64(slot >> 16), certifiedAt, "bits 16-79: certifiedAt");
        assertEq(uint64(slot >> 80), until, "bits 80-143: until");
        assertEq(slot >> 144, 0, "bits 144-151: accepted, and zeros behind it");
        vm.warp(block.timestamp + 1);
        send(person, acceptCall());
        uint256 accepted = slot | uint256(1) << 144;
        assertEq(uint256(certificateSlot(person.addr, notary.addr)), accepted, "accepting sets its bit alone");
        assertEq(uint256(certificateSlot(notary.addr, person.addr)), 0, "person first, then notary");
        dismiss(notary.addr);
        assertEq(uint256(certificateSlot(person.addr, notary.addr)), accepted, "a removed notary's stays");
        send(notary, endCall(person.addr, notary.addr));
        assertEq(uint256(certificateSlot(person.addr, notary.addr)), 0, "ended");
    }

    function testFuzz_GivenAnyCertificate(address of_, uint8 kind, uint8 level, uint64 ahead, bool accepts) public {
        vm.assume(of_ != address(0) && of_ != notary.addr);
        (kind, level) = (1 + kind % LEGAL, 1 + level % HIGH);
        uint64 end = uint64(block.timestamp) + 1 + ahead % FIVE_YEARS;
        send(notary, certifyCall(of_, kind, level, end));
        if (accepts) {
            vm.prank(of_);
            registry.acceptCertificate(notary.addr, kind, level, end);
        }
        uint256 expected = kind | uint256(level) << 8 | block.timestamp << 16 | uint256(end) << 80;
        if (accepts) expected |= uint256(1) << 144;
        assertEq(uint256(certificateSlot(of_, notary.addr)), expected);
    }

    /// @dev The verdict of a verifier that trusts two proven slots and nothing else.
    function verdictFromSlots(address agentWallet) private view returns (bool) {
        uint256 id = uint256(walletSlot(agentWallet));
        if (id == 0 || id >> 248 != 0) return false;
        uint256 slot = uint256(recordSlot(id));
        bool isActive = uint8(slot >> 240) == 0;
        bool isCurrent = block.timestamp - uint40(slot >> 160) <= 7 days;
        return address(uint160(slot)) == agentWallet && isActive && isCurrent;
    }

    function walletSlot(address agentWallet) private view returns (bytes32) {
        return mappedSlot(agentWallet, 0);
    }

    function certificateSlot(address of_, address by) private view returns (bytes32) {
        return vm.load(address(registry), keccak256(abi.encode(by, keccak256(abi.encode(of_, 10)))));
    }

    function mappedSlot(address account, uint256 slot) private view returns (bytes32) {
        return vm.load(address(registry), keccak256(abi.encode(account, slot)));
    }

    function plainSlot(uint256 slot) private view returns (bytes32) {
        return vm.load(address(registry), bytes32(slot));
    }

    /// @dev The first, which holds the verdict.
    function recordSlot(uint256 id) private view returns (bytes32) {
        return recordSlot(id, 0);
    }

    function recordSlot(uint256 id, uint256 offset) private view returns (bytes32) {
        return vm.load(address(registry), bytes32(uint256(keccak256(abi.encode(id, 1))) + offset));
    }

    function scopeWord(uint256 id, uint256 index) private view returns (bytes32) {
        uint256 words = uint256(keccak256(abi.encode(id, 1))) + 5;
        return vm.load(address(registry), keccak256(abi.encode(index, words)));
    }

    /// @dev Calls a function that takes the agent's number alone.
    function say(Actor memory by, bytes4 selector, uint256 id) private {
        send(by, abi.encodeWithSelector(selector, id));
    }
}
