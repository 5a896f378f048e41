// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {EntryBase} from "./EntryBase.sol";

/// @title A refusal, and all that follows from it
abstract contract DeclineBase is EntryBase {
    IRegistry.Status internal constant ACTIVE = IRegistry.Status.Active;
    IRegistry.Status internal constant SUSPENDED = IRegistry.Status.Suspended;
    IRegistry.Status internal constant REVOKED = IRegistry.Status.Revoked;
    IRegistry.Status internal constant TERMINATED = IRegistry.Status.Terminated;

    string internal constant BY_WALLET = "Declined by the wallet";
    string internal constant BY_HAFTUNGSPERSON = "Declined by the Haftungsperson";

    function declineCall(uint256 id) internal pure returns (bytes memory) {
        return abi.encodeCall(IRegistry.declineAgent, (id));
    }

    /// @dev Declines, and asserts that the entry then stands as expected and that there was one event for
    /// each thing that changed: the release, the refusal, the status with its reason.
    function checkDeclined(uint256 id, Actor memory by, Standing memory expected, string memory reason) internal {
        IRegistry.Agent memory before = registry.getAgent(id);
        Standing memory was = standingOf(id);
        bool suspends = was.status == ACTIVE && expected.status == SUSPENDED;
        vm.recordLogs();
        send(by, declineCall(id));
        uint64 time = uint64(block.timestamp);
        if (expected.released != was.released) {
            emit IRegistry.WalletReleased(id, by.addr, before.agentWallet, time);
        }
        if (suspends || _refusesMore(was, expected)) {
            emit IRegistry.ConsentRefused(
                id, by.addr, expected.haftungspersonRefused, expected.parentRefused, suspends, time
            );
        }
        if (expected.status != was.status) {
            emit IRegistry.AgentStatusChanged(id, by.addr, was.status, expected.status, reason, time);
        }
        assertEvents();
        assertStanding(id, expected, before);
        assertEq(flagsOf(id) >> 7, suspends || was.suspendedByRefusal ? 1 : 0, "flag 128");
        if (!expected.released) return;
        assertFalse(registry.isRegistered(before.agentWallet), "still registered");
        assertEq(walletStanding(before.agentWallet), 1, "reserved for itself");
    }

    /// @dev The Haftungsperson of `id` refuses: `to` is the state that follows.
    function checkRefusedByHaftungsperson(uint256 id, Actor memory by, IRegistry.Status to) internal {
        Standing memory expected = standingOf(id);
        (expected.haftungspersonAgreed, expected.haftungspersonRefused) = (false, true);
        expected.status = to;
        checkDeclined(id, by, expected, BY_HAFTUNGSPERSON);
    }

    function checkRefusedByParent(uint256 id, Actor memory by) internal {
        Standing memory expected = standingOf(id);
        (expected.parentAgreed, expected.parentRefused) = (false, true);
        checkDeclined(id, by, expected, "");
    }

    /// @dev The wallet of `id` leaves: the agent is then Terminated.
    function checkReleased(uint256 id, Actor memory by) internal {
        Standing memory expected = standingOf(id);
        (expected.released, expected.status) = (true, TERMINATED);
        checkDeclined(id, by, expected, BY_WALLET);
    }

    function _refusesMore(Standing memory was, Standing memory expected) private pure returns (bool) {
        return was.haftungspersonRefused != expected.haftungspersonRefused
            || was.parentRefused != expected.parentRefused;
    }
}
