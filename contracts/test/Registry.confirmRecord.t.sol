// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {ConfirmGuard} from "./base/ConfirmGuard.sol";

contract RegistryConfirmRecordTest is ConfirmGuard {
    /// @dev With the record as it stands, so that nothing but the sender can be wrong.
    function guardedCall(uint256 id) internal view override returns (bytes memory) {
        bool exists = id != 0 && id < registry.nextAgentId();
        return callWith(id, exists ? registry.recordHash(id) : bytes32(0));
    }

    function test_GivenTheConstitutionHasChanged() public onBothRoutes {
        checkStale(stranger, abi.encodeCall(IRegistry.updateConstitution, (child, bytes32("unseen"))));
    }

    function test_GivenTheCapabilitiesHaveChanged() public onBothRoutes {
        checkStale(stranger, abi.encodeCall(IRegistry.updateCapabilities, (child, bytes32("unseen"))));
    }

    function test_GivenTheHaftungspersonHasChanged() public onBothRoutes {
        bytes32 seen = registry.recordHash(child);
        handOver(child, makeActor("successor").addr);
        assertRefused(childWallet, callWith(child, seen), "Record changed");
        checkConfirmed(child, childWallet, true, true, false);
    }

    function test_GivenTheChangeWasTakenBack() public onBothRoutes {
        bytes memory call = guardedCall(child);
        bytes32 old = registry.getAgent(child).constitutionHash;
        send(stranger, abi.encodeCall(IRegistry.updateConstitution, (child, bytes32("unseen"))));
        send(stranger, abi.encodeCall(IRegistry.updateConstitution, (child, old)));
        send(childWallet, call);
        assertConsents(child, true, false, false);
    }

    function test_GivenOnlyFilingsSinceTheRecordWasSeen() public onBothRoutes {
        bytes memory call = guardedCall(child);
        vm.warp(block.timestamp + 1 days);
        send(stranger, abi.encodeCall(IRegistry.attestCompliance, (child)));
        send(stranger, abi.encodeCall(IRegistry.reportRevenue, (child, 1, "EUR", "research", 0, 1)));
        confirm(child, childHaftungsperson);
        giveStatus(child, IRegistry.Status.Suspended);
        send(childWallet, call);
        assertConsents(child, true, true, false);
    }

    function test_WhenTheHashIsThatOfAnotherRecord() public onBothRoutes {
        assertRefused(childWallet, callWith(child, registry.recordHash(agentId)), "Record changed");
        assertRefused(childWallet, callWith(child, bytes32(0)), "Record changed");
    }

    function test_WhenAStrangerGivesAWrongHash() public onBothRoutes {
        assertRefused(stranger, callWith(child, bytes32(0)), "Not authorized for this agent");
        assertRefused(stranger, callWith(child + 1, bytes32(0)), "Agent not found");
    }

    function test_GivenTheCallerHasAgreedAndTheHashIsWrong() public onBothRoutes {
        send(childWallet, guardedCall(child));
        assertRefused(childWallet, callWith(child, bytes32(0)), "Record changed");
    }

    function testFuzz_WhenTheHashIsAnyOther(bytes32 seen, uint8 caller) public onBothRoutes {
        vm.assume(seen != registry.recordHash(child));
        Actor memory by = [childWallet, childHaftungsperson, wallet, creator, haftungsperson][caller % 5];
        assertRefused(by, callWith(child, seen), "Record changed");
    }

    /// @dev What was signed before the change is refused after it, and the new record can be agreed to.
    function checkStale(Actor memory changer, bytes memory change) private {
        bytes memory signedBefore = guardedCall(child);
        send(changer, change);
        assertRefused(childWallet, signedBefore, "Record changed");
        assertRefused(childHaftungsperson, signedBefore, "Record changed");
        assertRefused(wallet, signedBefore, "Record changed");
        checkConfirmed(child, childWallet, true, false, false);
    }

    function callWith(uint256 id, bytes32 seen) private pure returns (bytes memory) {
        return abi.encodeCall(IRegistry.confirmRecord, (id, seen));
    }
}
